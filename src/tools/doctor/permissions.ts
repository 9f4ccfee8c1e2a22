/**
 * The narrowest permissions with which Deno runs an app.
 *
 * @module
 */

import { mailersOf, smtpServerOf } from "./mail.ts";
import type { Loaded } from "./load.ts";
import { namesOfProcess, type Subject } from "./subject.ts";

/** Hosts of the email services of this library, by the id of the provider. */
const MAIL_SERVICES: Readonly<Record<string, string>> = {
  forwardemail: "api.forwardemail.net:443",
  loops: "app.loops.so:443",
  mailgun: "api.mailgun.net:443,api.eu.mailgun.net:443",
  postmark: "api.postmarkapp.com:443",
  resend: "api.resend.com:443",
  sendgrid: "api.sendgrid.com:443",
};

/**
 * Returns the flags of `deno run`.
 *
 * @param hosts hosts of the providers
 * @param loaded observations of the module; without them, the port is that of `Deno.serve`
 */
export function listPermissions(
  { read, env, resolved }: Subject,
  hosts: readonly string[],
  loaded?: Pick<Loaded, "listening" | "read" | "databases">,
): string[] {
  const { listening = [], databases = [] } = loaded ?? {};
  const own = listening.length > 0
    ? listening.map(({ hostname, port }) => port === 0 ? hostname : `${hostname}:${port}`)
    : ["0.0.0.0:8000"];
  const mail = mailersOf(resolved).flatMap((provider) => {
    const server = smtpServerOf(provider);
    const service = MAIL_SERVICES[provider.id];
    return server ? [`${server.host}:${server.port}`] : service ? service.split(",") : [];
  });
  // For the library, a variable that it may not read is not set; an app fails.
  const variables = [
    ...[...read].filter((name) => env[name] !== undefined),
    ...[...loaded?.read ?? []].filter((name) => env[name] !== undefined || !read.has(name)),
  ];
  // A package that lists the environment fails without the whole permission.
  const all = namesOfProcess() ?? [];
  const readsAll = all.length > 1 && all.every((name) => loaded?.read.has(name));
  const files = [...new Set(databases)].filter((path) => path && !/^(:memory:|https?:)/.test(path));
  const remote = databases.filter((path) => /^https?:/.test(path)).map((url) => new URL(url).host);
  const list = (values: readonly string[]) => [...new Set(values)].sort().join(",");
  return [
    ...databases.length > 0 ? ["--unstable-kv"] : [],
    `--allow-net=${list([...own, ...hosts, ...mail, ...remote])}`,
    ...readsAll ? ["--allow-env"] : variables.length > 0 ? [`--allow-env=${list(variables)}`] : [],
    ...files.length > 0 ? [`--allow-read=${list(files)}`, `--allow-write=${list(files)}`] : [],
  ];
}
