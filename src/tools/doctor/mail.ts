/**
 * Faults of the way emails take. No email is sent.
 *
 * @module
 */

import { connect } from "node:net";
import { isRecord } from "../../base/objects.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";
import { finding, messageOf } from "./finding.ts";
import { mayNotReach, mayReach, offline, TIMEOUT_MS } from "./network.ts";
import { type Result, unchecked } from "./unchecked.ts";

/** Host and port of an SMTP server. */
export interface SmtpServer {
  /** Host name. */
  readonly host: string;
  /** Port. */
  readonly port: number;
  /** `true` when TLS begins with the connection. */
  readonly isSecure: boolean;
}

/** The email providers of a config. */
export function mailersOf({ providers, unusable }: ResolvedConfig): EmailConfig[] {
  return [...providers.values()].filter((provider): provider is EmailConfig =>
    provider.type === "email" && !unusable.has(provider.id)
  );
}

/** The SMTP server of a provider; `undefined` for other ways, such as a transport of the app. */
export function smtpServerOf({ server }: EmailConfig): SmtpServer | undefined {
  if (typeof server === "string" && URL.canParse(server)) {
    const { protocol, hostname, port } = new URL(server);
    if (!/^smtps?:$/.test(protocol) || hostname === "") return;
    const isSecure = protocol === "smtps:" || port === "465";
    return { host: hostname, port: Number(port) || (isSecure ? 465 : 587), isSecure };
  }
  if (!isRecord(server) || typeof server.sendMail === "function") return;
  const { host, port, secure } = server;
  if (typeof host !== "string") return;
  const isSecure = secure === true;
  return { host, port: Number(port) || (isSecure ? 465 : 587), isSecure };
}

/** Checks the server of every email provider. */
export async function checkMail(config: ResolvedConfig, isOffline: boolean): Promise<Result[]> {
  const all = await Promise.all(
    mailersOf(config).map(async (provider) => {
      const { id } = provider;
      const server = smtpServerOf(provider);
      if (!server) return [onlyBySending(id)];
      return isOffline ? [offline(nameOf(id))] : await checkServer(id, server);
    }),
  );
  return all.flat();
}

const nameOf = (id: string) => `The email server of "${id}"`;

function onlyBySending(id: string): Result {
  return unchecked(
    `The way of the emails of "${id}"`,
    "it shows nothing unless an email is sent",
    "Send yourself a link.",
  );
}

async function checkServer(id: string, server: SmtpServer): Promise<Result[]> {
  const { host, port } = server;
  const address = `${host}:${port}`;
  if (!mayReach(address)) return [mayNotReach(nameOf(id), address)];
  try {
    await greet(server);
    return [];
  } catch (error) {
    return [finding(
      "mail-unreachable",
      `The mail server ${address} of "${id}" does not answer as SMTP: ${messageOf(error)}`,
      `Correct \`server\` of "${id}"; many networks close port 25, so use 465 (smtps:) or 587.`,
    )];
  }
}

/** Waits for the greeting of an SMTP server (RFC 5321 §4.2); with TLS, for the connection. */
function greet({ host, port, isSecure }: SmtpServer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.on("connect", () => isSecure && end());
    socket.on("data", (data: Uint8Array) => {
      const text = new TextDecoder().decode(data);
      end(text.startsWith("220") ? undefined : new Error("its greeting does not begin with 220"));
    });
    socket.on("error", end);
    socket.on("timeout", () => end(new Error("it did not answer in time")));
    socket.on("close", () => end(new Error("it closed the connection")));
  });
}
