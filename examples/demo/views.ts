/**
 * The demo's own pages, as plain functions that return HTML.
 *
 * @module
 */

import type { JWT, Session } from "@x/auth";
import type { SessionInfo } from "@x/auth/sessions";
import { LANGUAGES } from "./languages.ts";
import type { Person } from "./provider.ts";

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#dfe2e7,#2b323c);--card:light-dark(#fff,#171b22);
--muted:light-dark(#565e6c,#aab2bf);--accent:light-dark(#1c5fd4,#8ab4ff);--on-accent:light-dark(#fff,#0e1116)}
*{box-sizing:border-box}
body{margin:0;background:light-dark(#f4f5f7,#0e1116);color:light-dark(#15181e,#f0f2f5);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1rem}
h1{font-size:1.75rem;letter-spacing:-.02em;margin:0 0 .5rem}h2{font-size:1.0625rem;margin:0 0 .75rem}
p{margin:.25rem 0 1rem}.muted{color:var(--muted)}
section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem 1.5rem;margin:1.25rem 0}
pre{margin:0;padding:1rem;overflow-x:auto;border-radius:.625rem;background:light-dark(#f4f5f7,#0e1116);font-size:.875rem}
form{display:inline-flex;align-items:end;gap:.5rem;flex-wrap:wrap;margin:.25rem .5rem .25rem 0}
button,.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem 1.125rem;font:inherit;font-weight:600;
border-radius:.75rem;border:1px solid transparent;background:var(--accent);color:var(--on-accent);text-decoration:none;cursor:pointer}
.quiet{background:none;color:inherit;border-color:light-dark(#7d8694,#6b7583)}
input{min-height:2.75rem;padding:.25rem .875rem;font:inherit;color:inherit;background:none;border-radius:.75rem;
border:1px solid light-dark(#7d8694,#6b7583)}
ul{list-style:none;padding:0;margin:0 0 .75rem}
li{display:flex;align-items:center;justify-content:space-between;gap:1rem;flex-wrap:wrap;padding:.5rem 0;border-top:1px solid var(--line)}
label{display:block;font-size:.875rem;font-weight:600}
iframe{width:100%;height:22rem;border:1px solid var(--line);border-radius:.625rem;background:#fff}
summary{cursor:pointer;color:var(--muted);margin:.5rem 0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

/** Escapes text for HTML content and attributes. */
export function escape(text: unknown): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return String(text).replace(/[&<>"]/g, (character) => entities[character]!);
}

/** A complete HTML document. */
export function page(title: string, body: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${
    escape(title)
  }</title>
<style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

/** Language tags of the library's pages. */
const CODES = ["en", ...LANGUAGES.map(({ language }) => language)].sort();

function languageLink(code: string): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code);
  return `<a href="/language/${code}" lang="${code}">${escape(name)}</a>`;
}

/** What a user has beside the account. */
const TEAMS = `<section><h2>Teams, keys, and apps of partners</h2>
<p><b>Teams</b>: <a href="/auth/organizations">make an organization</a>, and invite any address. The
  invitation is in the <a href="/inbox">inbox</a>.</p>
<p><b>Keys</b>: <a href="/auth/keys">make a key</a>, and send it to the API of this demo:
  <code>curl -H "Authorization: Bearer acme_…" http://localhost:8000/api/projects</code></p>
<p><b>Apps</b>: <a href="/orbit">Orbit</a> is an app of a partner. It signs you in with your account
  here, and reads your projects until you end its access.</p></section>`;

/** The front page. */
export function homePage(session: Session | null): string {
  const name = session && nameOf(session);
  return page(
    "Demo",
    session
      ? `<h1>Hello${name ? ` ${escape(name)}` : ""}</h1><p class="muted">You are signed in.</p>
<p><a class="button" href="/dashboard">Open the dashboard</a></p>
<p><a href="/auth/account">Manage your account</a>, or read the emails in the
  <a href="/inbox">inbox</a>.</p>
${TEAMS}`
      : `<h1>@x/auth demo</h1>
<p class="muted">This app is called Acme. You are not signed in, and its dashboard needs a session.</p>
<a class="button" href="/dashboard">Open the dashboard</a>
<section><h2>Four ways to sign in</h2>
<p><b>Demo Provider</b>, an OpenID Provider that runs on this machine: choose Ada or Grace.</p>
<p><b>Password</b>: <a href="/auth/signup">create an account</a> with any address. The email with
  which you set the password appears in the <a href="/inbox">inbox</a> of this demo.</p>
<p><b>Email</b>: type any address, and choose “Email me a sign-in link”. The email, in the same
  inbox, has a link and a code.</p>
<p><b>Passkey</b>: create one on the <a href="/auth/signup">same page</a>, with your phone, laptop or
  browser. The address that you type gets a code, and is the address of your account once you
  have typed the code.</p>
<p>When you are signed in, add a second factor to your <a href="/auth/account">account</a>: an app on
  your phone, a passkey, or recovery codes. Every later sign-in asks for it.</p></section>
${TEAMS}
<section><h2>Languages</h2>
<p>Your browser chooses the language of the built-in pages and emails, or you do:</p>
<p id="languages">${CODES.map(languageLink).join(" · ")}</p></section>`,
  );
}

/** Users who signed in by email have no name yet; users with a passkey have no address either. */
function nameOf({ user }: Session): string | undefined {
  return user?.name ?? user?.email ?? undefined;
}

/** Data of the dashboard. */
export interface Dashboard {
  session: Session;
  token: JWT | null;
  csrfToken: string;
  sessions: readonly SessionInfo[];
  /** Id of this browser's session. */
  currentId: string | undefined;
}

/** The page for signed-in users. */
export function dashboardPage(
  { session, token, csrfToken, sessions, currentId }: Dashboard,
): string {
  const name = nameOf(session);
  const hidden = `<input type="hidden" name="csrfToken" value="${escape(csrfToken)}">`;
  return page(
    "Dashboard",
    `<h1>Dashboard</h1>
<p class="muted">Signed in ${name ? `as ${escape(name)}` : "with a passkey"} until ${
      escape(session.expires)
    }.</p>
<section><h2>The session, as the browser may see it</h2>
<pre id="session" tabindex="0" aria-label="Session">${
      escape(JSON.stringify(session, null, 2))
    }</pre></section>
<section><h2>The token in the cookie, decrypted on the server</h2>
<pre id="token" tabindex="0" aria-label="Token">${
      escape(JSON.stringify(token, null, 2))
    }</pre></section>
<section><h2>Where you are signed in</h2><ul id="sessions">${
      sessions.map((one) => sessionItem(one, currentId)).join("")
    }</ul>
<form method="POST" action="/sessions"><button class="quiet">Sign out all others</button></form></section>
<section><h2>Change your name for this session</h2>
<form method="POST" action="/nickname">${hidden}
<div><label for="nickname">New name</label><input id="nickname" name="nickname" maxlength="40" required></div>
<button id="update">Update session</button></form></section>
<section><h2>Your account</h2>
<p>Name, address, passkeys, two-step verification, connected accounts, devices, teams, keys, apps
  with access, your data.</p>
<p><a class="button" id="account" href="/auth/account">Manage your account</a></p>
<p>The emails about it are in the <a href="/inbox">inbox</a>.</p></section>
<form method="POST" action="/auth/signout">${hidden}<input type="hidden" name="callbackUrl" value="/">
<button id="signout" class="quiet">Sign out</button></form>`,
  );
}

function sessionItem({ id, device, address, lastSeenAt }: SessionInfo, currentId?: string): string {
  const what = `${escape(browserOf(device))}, ${escape(address ?? "unknown address")}`;
  const when = lastSeenAt ? `, seen ${escape(lastSeenAt.toISOString())}` : "";
  return `<li><span>${what}<span class="muted">${when}</span></span> ${
    id === currentId
      ? "<b>this one</b>"
      : `<form method="POST" action="/sessions"><button class="quiet" name="id" value="${
        escape(id)
      }">Sign out</button></form>`
  }</li>`;
}

/** Short browser name of a `User-Agent`; a real app would use a library. */
function browserOf(device: string | null): string {
  const name = ["Firefox", "Edg", "Chrome", "Safari"].find((word) => device?.includes(word));
  return name === "Edg" ? "Edge" : name ?? device?.slice(0, 40) ?? "Unknown browser";
}

/** The provider's page where a person chooses an account. */
export function choosePage(people: readonly Person[]): string {
  const buttons = people.map(({ sub, name }) =>
    `<form method="POST"><button name="person" value="${escape(sub)}">${
      escape(name)
    }</button></form>`
  );
  return page(
    "Demo Provider",
    `<h1>Demo Provider</h1><p class="muted">Who are you?</p>${buttons.join("")}
<form method="POST"><button class="quiet" name="person" value="">Cancel</button></form>`,
  );
}
