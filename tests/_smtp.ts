/**
 * A real SMTP server on a loopback port, and a parser for the parts of a mail
 * that a mail program shows.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { SMTPServer } from "smtp-server";

/** A received mail. */
export interface ReceivedMail {
  /** Envelope sender. */
  from: string;
  /** Envelope recipients. */
  to: string[];
  /** Raw message, headers included. */
  raw: string;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  /** Plain text body, decoded. */
  text: string;
  /** HTML body, decoded. */
  html: string;
  /** The link in the plain text. */
  link: string;
}

export interface MailServer extends AsyncDisposable {
  /** URL for the `server` option of the provider. */
  url: string;
  /** Received mails, oldest first. */
  mails: ReceivedMail[];
  /** Every recipient that any client named, accepted or not. */
  recipients: string[];
}

/** @param refuse recipients that the server rejects */
export async function startMailServer(
  refuse: (address: string) => boolean = () => false,
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    onRcptTo({ address }: { address: string }, _session: unknown, done: (e?: Error) => void) {
      recipients.push(address);
      done(refuse(address) ? new Error("No such mailbox") : undefined);
    },
    // deno-lint-ignore no-explicit-any -- the package has no types
    onData(stream: any, session: any, done: () => void) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom.address,
          to: rcptTo.map(({ address }: { address: string }) => address),
          ...parseMail(Buffer.concat(chunks).toString()),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Reads a message of one level of parts (RFC 2046 §5.1). */
function parseMail(raw: string): Omit<ReceivedMail, "from" | "to"> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts = boundary
    ? body.split(`--${boundary}`).slice(1, -1).map((part) => splitPart(part.trimStart()))
    : [{ headers, body }];
  const find = (type: string) => {
    const part = parts.find(({ headers }) => headers["content-type"]?.startsWith(type));
    return part ? decodeBody(part) : "";
  };
  const text = find("text/plain");
  return {
    raw,
    headers,
    text,
    html: find("text/html"),
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? "",
  };
}

function splitPart(part: string): { headers: Record<string, string>; body: string } {
  const [, head = "", body = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, body };
}

function decodeBody({ headers, body }: ReturnType<typeof splitPart>): string {
  switch (headers["content-transfer-encoding"]) {
    case "base64":
      return Buffer.from(body, "base64").toString();
    case "quoted-printable": {
      const joined = body.replaceAll(/=\r?\n/g, "");
      const bytes = joined.replaceAll(
        /=([0-9A-F]{2})/g,
        (_, hex) => String.fromCharCode(parseInt(hex, 16)),
      );
      return Buffer.from(bytes, "latin1").toString();
    }
    default:
      return body;
  }
}
