import { useFlow, useUser } from "@x/auth/react";
import { useState } from "react";
import { closeOnEscape } from "./menu";
import "@x/auth/components.css";
import "./auth.css";

/** A menu with the name of the user, the account, and the way out. */
export function UserButton({ accountUrl = "/account" }: { accountUrl?: string }) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (!user) return null;
  return (
    <div className="auth auth-inline">
      <details
        className="auth-menu"
        data-part="menu"
        onKeyDown={closeOnEscape}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary data-part="summary">
          <span className="auth-name">{user.name ?? user.email}</span>
        </summary>
        <div className="auth-entries" data-part="group">
          {isOpen && <Entries accountUrl={accountUrl} />}
        </div>
      </details>
    </div>
  );
}

/** The words come from the service, in the language of the visitor, once the menu is open. */
function Entries({ accountUrl }: { accountUrl: string }) {
  const { flow, state } = useFlow("signout", { texts: true });
  if (state.step !== "signout") return null;
  const { texts, error, isBusy } = state;
  return (
    <>
      <a className="auth-entry" data-part="link" href={accountUrl}>{texts.menu.account}</a>
      {error && <p className="auth-error" data-part="error" role="alert">{texts.unreachable}</p>}
      <button
        className="auth-entry"
        data-part="button"
        type="button"
        disabled={isBusy}
        onClick={() => void flow.submit()}
      >
        {texts.signOut.submit}
      </button>
    </>
  );
}
