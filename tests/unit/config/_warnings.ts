/**
 * Warnings of configs in a process that has resolved none before, since each is logged once: a worker
 * that answers the name of a case with the codes that the configs of the case cause, in order, and
 * the lines of the console.
 *
 * @module
 */

import { resolveConfig } from "../../../src/config/resolve.ts";
import GitHub from "../../../src/providers/github.ts";
import { captureConsole } from "../../_console.ts";
import type { AuthConfig } from "../../../src/types/config.ts";

/** Name of the worker. */
const NAME = "warnings";

const PROXY = "https://stable.example/auth";
const SECRET = "a-secret-of-at-least-32-characters";
const plain = GitHub({ clientId: "a" });
const proxied = GitHub({ clientId: "a", redirectProxyUrl: PROXY });
const byApp = { providers: [plain], redirectProxyUrl: PROXY };
const withSecret = (secret: AuthConfig["secret"], maxAge?: number) => ({
  secret,
  session: { maxAge },
});

/** Configs that are resolved one after the other. */
const CASES = {
  "no duplicates": [{ providers: [plain, GitHub({ clientId: "b", id: "work" })] }],
  duplicates: [
    { providers: [plain, GitHub({ clientId: "b" })] },
    { providers: [plain, GitHub({ clientId: "b" })] },
  ],
  "debug with a logger": [{ debug: true }],
  debug: [{ debug: true, logger: undefined }, { debug: true, logger: undefined }],
  "no proxy for any origin": [
    { providers: [plain] },
    { ...byApp, redirectProxyOrigins: [] },
    { providers: [proxied], redirectProxyOrigins: ["https://preview-*.example"] },
    { redirectProxyUrl: PROXY },
  ],
  "a proxy of the app": [byApp, byApp],
  "a proxy of a provider": [{ providers: [proxied] }],
  // The config of the last one is unusable, so its warning is not logged.
  "no short secret": [
    withSecret("x".repeat(32)),
    withSecret([SECRET, "short"]),
    withSecret("short", 0),
  ],
  "short secrets": [withSecret(["short", SECRET]), withSecret("short")],
} satisfies Record<string, Partial<AuthConfig>[]>;

type Case = keyof typeof CASES;

/** Returns the codes of the warnings of a case. */
export async function warningsOf(name: Case): Promise<string[]> {
  const worker = new Worker(import.meta.url, { type: "module", name: NAME });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(name);
    });
  } finally {
    worker.terminate();
  }
}

if ((globalThis as { name?: string }).name === NAME) {
  const scope = globalThis as unknown as Worker;
  scope.onmessage = ({ data }) => {
    const codes: string[] = [];
    // Of apps without a logger.
    using warnings = captureConsole("warn");
    const logger = { error() {}, debug() {}, warn: (code: string) => void codes.push(code) };
    for (const config of CASES[data as Case]) {
      resolveConfig({ providers: [], secret: SECRET, trustHost: true, logger, ...config });
    }
    scope.postMessage([...codes, ...warnings.lines]);
  };
}
