import { useFlow, useUser } from "@x/auth/solid";
import { createSignal, Show } from "solid-js";
import { closeOnEscape } from "./menu";
import "@x/auth/components.css";
import "./auth.css";

/** A menu with the name of the user, the account, and the way out. */
export function UserButton(props: { accountUrl?: string }) {
  const user = useUser();
  const [isOpen, setIsOpen] = createSignal(false);
  return (
    <Show when={user()}>
      {(user) => (
        <div class="auth auth-inline">
          <details
            class="auth-menu"
            data-part="menu"
            onKeyDown={closeOnEscape}
            onToggle={(event) => setIsOpen(event.currentTarget.open)}
          >
            <summary data-part="summary">
              <span class="auth-name">{user().name ?? user().email}</span>
            </summary>
            <div class="auth-entries" data-part="group">
              <Show when={isOpen()}>
                <Entries accountUrl={props.accountUrl ?? "/account"} />
              </Show>
            </div>
          </details>
        </div>
      )}
    </Show>
  );
}

/** The words come from the service, in the language of the visitor, once the menu is open. */
function Entries(props: { accountUrl: string }) {
  const { flow, state } = useFlow("signout", { texts: true });
  const step = () => {
    const shown = state();
    return shown.step === "signout" ? shown : undefined;
  };
  return (
    <Show when={step()}>
      {(step) => (
        <>
          <a class="auth-entry" data-part="link" href={props.accountUrl}>
            {step().texts.menu.account}
          </a>
          <Show when={step().error}>
            <p class="auth-error" data-part="error" role="alert">{step().texts.unreachable}</p>
          </Show>
          <button
            class="auth-entry"
            data-part="button"
            type="button"
            disabled={step().isBusy}
            onClick={() => void flow.submit()}
          >
            {step().texts.signOut.submit}
          </button>
        </>
      )}
    </Show>
  );
}
