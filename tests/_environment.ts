/**
 * The environment of child processes.
 *
 * @module
 */

/**
 * What apps under test read: this library, the doctor, the examples, the guides, the frameworks
 * and the libraries that benches compare with. A test in `tests/unit/tools/` compares the list
 * with the sources.
 */
const READ_BY_APPS =
  /^(?:(?:NEXT|BETTER_)?AUTH_\w*|ACME_URL|CF_PAGES|VERCEL|DENO_DEPLOYMENT_ID|DENO_ENV|NODE_ENV|DATABASE_TOKEN|DATABASE_URL|DB|DENO_SERVE_ADDRESS|DPOP_KEY|EMAIL_FROM|EMAIL_SERVER|FIREBASE_SIGNER_KEY|HOST|KV_FILE|ORIGIN|PORT|PROXIES|REDIS_URL|RESEND_API_KEY|STAFF)$/;

/** What colors the output, which tests read. */
const COLORS = /^(?:FORCE_COLOR|CLICOLOR_FORCE|NO_COLOR)$/;

const PROXY = /^(?:all|https?)_proxy$/i;

/**
 * Variables of a child process that is tested, for `clearEnv: true`: those of this process without
 * what the app would read, and in addition the test's own. All others are passed on, since no list
 * names what Deno, npm and Chromium need on some machine: certificates, proxies, registries, caches.
 *
 * @param own variables of the test
 */
export function appEnvironment(
  own: Readonly<Record<string, string>> = {},
  from: Readonly<Record<string, string>> = Deno.env.toObject(),
): Record<string, string> {
  const kept = Object.entries(from).filter(([name]) =>
    !READ_BY_APPS.test(name) && !COLORS.test(name)
  );
  return { ...Object.fromEntries(kept), ...withoutProxy(from), NO_COLOR: "1", ...own };
}

/** A proxy of the machine does not reach the servers that tests start. */
function withoutProxy(from: Readonly<Record<string, string>>): Record<string, string> {
  if (!Object.keys(from).some((name) => PROXY.test(name))) return {};
  const hosts = [from.NO_PROXY, from.no_proxy, "localhost,127.0.0.1"]
    .flatMap((list) => list?.split(",") ?? [])
    .map((host) => host.trim()).filter(Boolean);
  const list = [...new Set(hosts)].join();
  return { NO_PROXY: list, no_proxy: list };
}
