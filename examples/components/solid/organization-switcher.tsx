import { useOrganizations } from "@x/auth/solid";
import { For, Show } from "solid-js";
import { closeOnEscape } from "./menu";
import "@x/auth/components.css";
import "./auth.css";

/** A menu of the user's organizations; `current` is that of the page. */
export function OrganizationSwitcher(props: {
  current?: { name: string; slug: string };
  label?: string;
  urlOf?: (slug: string) => string;
}) {
  const { state } = useOrganizations();
  const label = () => props.label ?? "Organizations";
  return (
    <Show when={state().organizations.length > 0}>
      <div class="auth auth-inline">
        <details class="auth-menu" data-part="menu" onKeyDown={closeOnEscape}>
          <summary data-part="summary">
            <span class="auth-name">{props.current?.name ?? label()}</span>
          </summary>
          <ul class="auth-entries" data-part="list" aria-label={label()}>
            <For each={state().organizations}>
              {({ name, slug, url }) => (
                <li data-part="item">
                  <a
                    class="auth-entry"
                    data-part="link"
                    href={props.urlOf?.(slug) ?? url}
                    aria-current={slug === props.current?.slug ? "true" : undefined}
                  >
                    {name}
                  </a>
                </li>
              )}
            </For>
          </ul>
        </details>
      </div>
    </Show>
  );
}
