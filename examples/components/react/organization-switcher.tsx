import { useOrganizations } from "@x/auth/react";
import { closeOnEscape } from "./menu";
import "@x/auth/components.css";
import "./auth.css";

/** A menu of the user's organizations; `current` is that of the page. */
export function OrganizationSwitcher({ current, label = "Organizations", urlOf }: {
  current?: { name: string; slug: string };
  label?: string;
  urlOf?: (slug: string) => string;
}) {
  const { organizations } = useOrganizations();
  if (organizations.length === 0) return null;
  return (
    <div className="auth auth-inline">
      <details className="auth-menu" data-part="menu" onKeyDown={closeOnEscape}>
        <summary data-part="summary">
          <span className="auth-name">{current?.name ?? label}</span>
        </summary>
        <ul className="auth-entries" data-part="list" aria-label={label}>
          {organizations.map(({ name, slug, url }) => (
            <li key={slug} data-part="item">
              <a
                className="auth-entry"
                data-part="link"
                href={urlOf?.(slug) ?? url}
                aria-current={slug === current?.slug ? "true" : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
