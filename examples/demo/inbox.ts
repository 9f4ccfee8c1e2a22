/**
 * An inbox instead of an email server: a page shows the emails of the app.
 *
 * @module
 */

import type { MailMessage, MailTransport } from "@x/auth/providers/nodemailer";
import { escape, page } from "./views.ts";

/** Largest number of stored emails. */
const LIMIT = 20;

/** A transport for emails, and the page that shows them. */
export interface Inbox {
  /** Transport for the `server` option of Nodemailer. */
  transport: MailTransport;
  /** HTML document, newest email first. */
  page(): string;
}

/** Creates an empty inbox. */
export function createInbox(): Inbox {
  const mails: MailMessage[] = [];
  return {
    transport: {
      sendMail(message) {
        mails.unshift(message);
        mails.length = Math.min(mails.length, LIMIT);
        return Promise.resolve({});
      },
    },
    page() {
      const list = mails.map(({ to, subject, text, html }) => {
        const link = /^https?:\S+$/m.exec(text)?.[0];
        // Links of an email open a tab; nothing else may happen in its frame.
        const sandbox = "allow-popups allow-popups-to-escape-sandbox";
        return `<section><h2>${escape(subject)}</h2><p class="muted">To ${escape(to)}</p>
<iframe title="${escape(subject)}" sandbox="${sandbox}" srcdoc="${escape(html)}"></iframe>
<details><summary>As plain text</summary>
<pre tabindex="0" aria-label="Text of the email">${escape(text)}</pre></details>${
          link ? `<p><a class="button" href="${escape(link)}">Open the link</a></p>` : ""
        }</section>`;
      });
      return page(
        "Inbox",
        `<h1>Inbox</h1><p class="muted">Every email that this app sent, to any address.</p>
${list.join("") || "<p>Nothing yet.</p>"}<p><a class="button quiet" href="/">Back</a></p>`,
      );
    },
  };
}
