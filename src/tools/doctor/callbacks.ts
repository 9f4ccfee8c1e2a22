/**
 * The callbacks of the app, run with a sample user by the code that runs them for real users. The
 * sessions are kept in a store of their own, and no event handler is called.
 *
 * @module
 */

import { MemoryAdapter } from "../../../adapters/memory.ts";
import { configFor } from "../../config/host.ts";
import { InvalidCallbackUrl } from "../../errors.ts";
import { wrapAdapter } from "../../hooks/adapter.ts";
import { admit, defaultCallbacks } from "../../hooks/callbacks.ts";
import { serializeCookie } from "../../http/cookie.ts";
import { isRecord } from "../../base/objects.ts";
import { nowSeconds } from "../../base/time.ts";
import { createContext } from "../../request/context.ts";
import { TokenTooLarge } from "../../session/claims.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { CallbacksOptions } from "../../types/config.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { cureIn, type Finding, finding, messageOf } from "./finding.ts";
import { listSamples, type SampleSignIn, SECRET_TOKENS } from "./sample.ts";
import type { Subject } from "./subject.ts";
import { type Result, type Unchecked, unchecked } from "./unchecked.ts";

/** Milliseconds that a callback may take, which every request with a session waits for. */
const SLOW_MS = 2000;

/** Providers whose sample user signs in: callbacks often tell them apart. */
const MAX_PROVIDERS = 5;

type CallbackName = keyof CallbacksOptions;

/** A call that ended without a value. */
type Failure =
  | { readonly name: CallbackName; readonly kind: "threw"; readonly error: unknown }
  | { readonly name: CallbackName; readonly kind: "slow" };

/**
 * Runs the callbacks that the app has set; returns their faults.
 *
 * @param mayRun `false` says which ones were not run
 */
export async function checkCallbacks(
  { resolved, completed, origin }: Subject,
  mayRun = true,
): Promise<Result[]> {
  const own = Object.entries(completed.callbacks ?? {})
    .filter(([name, callback]) => Object.hasOwn(defaultCallbacks, name) && callback)
    .map(([name]) => name as CallbackName);
  if (own.length === 0) return [];
  const subject = namesOf(own);
  if (!mayRun) {
    return [unchecked(subject, "--no-callbacks was passed", "Leave --no-callbacks out.")];
  }
  const config = configFor(resolved, origin, true);
  if (config.error) {
    return [unchecked(subject, "the config is refused", "Correct the config first.")];
  }
  const run = new Run(config, origin, own);
  if (own.includes("redirect")) await run.redirect();
  const providers = [...config.providers.values()];
  const chosen = providers.slice(0, MAX_PROVIDERS);
  for (const provider of chosen) {
    if (run.isSlow) break;
    await run.signIn(provider);
  }
  return [
    ...run.results,
    ...run.isSlow
      ? [unchecked(
        "What the callbacks return after the one that took too long",
        "none is run after it",
        "Correct that one first.",
      )]
      : [],
    ...providers.length > chosen.length && !run.isSlow
      ? [unchecked(
        `${subject}, for sign-ins with ${
          providers.slice(MAX_PROVIDERS).map(({ id }) => `"${id}"`).join(", ")
        }`,
        `the sample users sign in with the first ${MAX_PROVIDERS} providers`,
        "Move a provider that the callbacks treat in another way to the front, for this command.",
      )]
      : [],
  ];
}

/** The calls for one config. */
class Run {
  readonly #findings = new Map<string, Finding>();
  readonly #unchecked = new Map<string, Unchecked>();
  #failure: Failure | undefined;
  readonly #config: ResolvedConfig;
  readonly #origin: string;
  readonly #own: readonly CallbackName[];
  readonly #hasUsers: boolean;

  constructor(config: ResolvedConfig, origin: string, own: readonly CallbackName[]) {
    this.#hasUsers = config.store !== undefined;
    this.#origin = origin;
    this.#own = own;
    const logger = { error: () => {}, warn: () => {}, debug: () => {} };
    const calls = { ...config.callbacks } as Record<CallbackName, (...args: unknown[]) => unknown>;
    for (const name of own) {
      const callback = calls[name];
      calls[name] = (...args) => this.#call(name, () => callback(...args));
    }
    this.#config = {
      ...config,
      callbacks: calls as unknown as CallbacksOptions,
      events: {},
      logger,
      logOnce: (error) => this.#broken(messageOf(error), cureIn(error.message, "Correct it")),
      store: config.session.strategy === "database"
        ? wrapAdapter(MemoryAdapter(), logger)
        : undefined,
      records: undefined,
      revocation: undefined,
      tokens: undefined,
    };
  }

  get results(): Result[] {
    return [...this.#findings.values(), ...this.#unchecked.values()];
  }

  get isSlow(): boolean {
    return [...this.#findings.values()].some(({ id }) => id === "callback-slow");
  }

  /** Sends the browser to URLs of other sites, as anyone can by a link to the sign-in page. */
  async redirect(): Promise<void> {
    for (const url of [...foreignUrls(this.#origin), "/doctor"]) {
      this.#failure = undefined;
      let target = "";
      try {
        ({ callbackUrl: target } = await this.#context({ callbackUrl: url }));
      } catch (error) {
        if (this.#failure) return this.#failed("redirect", error, `the target ${url}`);
        // The library itself refuses what is no target, such as a script.
        if (error instanceof InvalidCallbackUrl) continue;
      }
      if (!URL.canParse(target)) {
        return this.#broken(
          "The callback `callbacks.redirect` returned no URL, so browsers cannot be sent anywhere",
          "Return a whole URL, or a path that begins with a slash.",
        );
      }
      // As a browser reads it, for which "//host" and "/\\host" are other hosts.
      const asked = new URL(url, this.#origin).host;
      if (asked === new URL(this.#origin).host || new URL(target).host !== asked) continue;
      return this.#add(finding(
        "redirect-anywhere",
        `The callback \`callbacks.redirect\` sends browsers to ${url}: by a link to the sign-in page, ` +
          "any site gets the people who have just signed in",
        "Compare `new URL(url).origin` with `baseUrl` and with the origins of your own apps, and " +
          "return `baseUrl` for all others.",
      ));
    }
  }

  /** Signs the sample user in, and reads the session in another request. */
  async signIn(provider: ResolvedProvider): Promise<void> {
    for (const sample of listSamples(provider, this.#hasUsers)) {
      if (this.#own.includes("signIn")) {
        for (const params of sample.decisions) await this.#admit(params);
      }
      if (this.isSlow) return;
      if (this.#own.includes("jwt") || this.#own.includes("session")) {
        const cookies = await this.#begin(sample);
        if (cookies) await this.#read(cookies, sample);
      }
    }
  }

  async #admit(params: SampleSignIn["decisions"][number]): Promise<void> {
    this.#failure = undefined;
    try {
      await admit(await this.#context(), params);
    } catch (error) {
      const failure = this.#failure as Failure | undefined;
      // A callback may refuse by an error of the app; these come from mistakes alone.
      const isMistake = failure?.kind === "slow" ||
        (failure?.kind === "threw" && /^(Type|Reference|Range|Syntax)Error$/.test(nameOf(failure)));
      if (isMistake) return this.#failed("signIn", error);
      if (failure?.kind === "threw") {
        return this.#leftOut(
          "Whether `callbacks.signIn` works",
          `it threw for a sample user: ${messageOf(failure.error)}. That may be a refusal`,
          "Return false to refuse, so that a failure can be told from it.",
        );
      }
      if (!failure && /returned undefined$/.test(messageOf(error))) {
        this.#broken(
          "The callback `callbacks.signIn` returned undefined, so nobody can sign in",
          "Return true, false, or a URL to go to instead.",
        );
      }
    }
  }

  /** Begins a session; returns its cookies, or `undefined` when there is none. */
  async #begin(sample: SampleSignIn): Promise<string | undefined> {
    const { user, account, profile, isNewUser } = sample;
    this.#failure = undefined;
    const ctx = await this.#context();
    const { store } = this.#config;
    try {
      // Only stored users have database sessions.
      if (store) await store.createUser({ ...user as AdapterUser });
      const at = nowSeconds();
      const proof = { at, methods: ["pwd" as const], provider: account.provider };
      await sessionOf(ctx).issue(ctx, { user, account, isNewUser, proof }, profile);
    } catch (error) {
      if (error instanceof TokenTooLarge) this.#tooLong(error);
      else this.#failed("jwt", error);
      return undefined;
    }
    const cookies = ctx.cookies.outgoing().map((cookie) => serializeCookie(cookie).split("; ")[0]!)
      .join("; ");
    if (cookies === "" && this.#own.includes("session") && !store) {
      this.#leftOut(
        "What `callbacks.session` returns",
        "`callbacks.jwt` gave a sample user no session",
        "Let it return the token for users whose address ends with @doctor.invalid, for this command.",
      );
    }
    return cookies || undefined;
  }

  async #read(cookies: string, { account }: SampleSignIn): Promise<void> {
    this.#failure = undefined;
    const ctx = await this.#context({}, cookies);
    // A failed callback is logged, and the request counts as one without a session.
    const session = await sessionOf(ctx).read(ctx);
    if (this.#failure) return this.#failed("session", undefined);
    if (session === null || session === undefined) return;
    const text = isRecord(session) ? toJson(session) : undefined;
    if (text === undefined) {
      return this.#broken(
        `The callback \`callbacks.session\` returned ${
          quoted(session)
        }, which cannot be sent as JSON`,
        "Return an object of text, numbers and the like, or `null` for no session.",
      );
    }
    const shown = SECRET_TOKENS.filter((name) => account[name] && text.includes(account[name]))
      .map((name) => `\`${name}\``);
    if (shown.length === 0) return;
    this.#add(finding(
      "token-in-session",
      `The callback \`callbacks.session\` shows ${
        shown.join(" and ")
      } of the provider: every script on ` +
        "a page of the app can read what `GET session` answers, and call the provider as the user",
      "Leave tokens out of the session. With `tokens: KeepTokens()`, `getAccessToken` of @x/auth/server returns " +
        "a fresh one on the server.",
    ));
  }

  #context(query: Record<string, string> = {}, cookieHeader = ""): Promise<Context> {
    const origin = this.#origin;
    const request = new Request(`${origin}${this.#config.basePath}/signin`);
    const call = { action: "signin", method: "POST", query, cookieHeader } as const;
    const named = query.callbackUrl === undefined
      // The redirect callback has a turn of its own.
      ? {
        ...this.#config,
        callbacks: { ...this.#config.callbacks, redirect: defaultCallbacks.redirect },
      }
      : this.#config;
    return createContext({ ...call, origin, request, returnRedirect: false }, named);
  }

  /** Calls a callback, and remembers how it failed. */
  async #call(name: CallbackName, call: () => unknown): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#failure = { name, kind: "slow" };
        reject(new Error(`it took longer than ${SLOW_MS / 1000} seconds`));
      }, SLOW_MS);
    });
    try {
      return await Promise.race([Promise.resolve().then(call), slow]);
    } catch (error) {
      this.#failure ??= { name, kind: "threw", error };
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reports the callback that failed; without one, the error that its result led to. */
  /** A session that no user could begin. The message has the size, and the names of the claims. */
  #tooLong(error: TokenTooLarge): void {
    this.#add(finding(
      "session-too-long",
      messageOf(error),
      "Keep ids in the token and the data elsewhere, or use database sessions: set `adapter`, and " +
        'leave `session.strategy` out or set it to "database".',
    ));
  }

  #failed(name: CallbackName, error: unknown, subject = "a sample user"): void {
    const failure = this.#failure;
    if (!failure) {
      this.#broken(messageOf(error), cureIn(messageOf(error), `Correct \`callbacks.${name}\``));
    } else if (failure.kind === "slow") {
      this.#add(finding(
        "callback-slow",
        `The callback \`callbacks.${failure.name}\` took longer than ${
          SLOW_MS / 1000
        } seconds for ${subject}: sign-ins and requests with a session wait for it`,
        "Do what takes long elsewhere, and keep its result; with --no-callbacks none is run.",
      ));
    } else {
      this.#add(finding(
        "callback-failed",
        `The callback \`callbacks.${failure.name}\` threw for ${subject}: ${
          messageOf(failure.error)
        }`,
        "Correct it; a member that not every user has may be undefined. If it needs a user who is in " +
          "your database, pass --no-callbacks.",
      ));
    }
  }

  #leftOut(subject: string, reason: string, cure: string): void {
    this.#unchecked.set(`${subject} ${reason}`, unchecked(subject, reason, cure));
  }

  #broken(message: string, cure: string): void {
    this.#add(finding("callback-broken", message, cure));
  }

  #add(found: Finding): void {
    this.#findings.set(`${found.id} ${found.message}`, found);
  }
}

const namesOf = (names: readonly CallbackName[]) =>
  names.map((name) => `\`callbacks.${name}\``).join(", ");

const nameOf = (failure: Failure) =>
  failure.kind === "threw" && failure.error instanceof Error ? failure.error.name : "";

/** URLs of other sites that a careless comparison takes for the app's own. */
function foreignUrls(origin: string): string[] {
  const { host, hostname, protocol } = new URL(origin);
  return [
    "https://doctor.invalid/",
    `https://doctor.invalid/?${origin}`,
    `https://doctor.invalid/${host}`,
    `${protocol}//${host}@doctor.invalid/`,
    `${protocol}//${hostname}.doctor.invalid/`,
    `${protocol}//doctor${hostname}/`,
    "//doctor.invalid/",
    "/\\doctor.invalid/",
    "https:\\\\doctor.invalid/",
    `javascript:location="https://doctor.invalid"//${origin}`,
  ];
}

function toJson(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function quoted(value: unknown): string {
  return isRecord(value) ? "an object" : JSON.stringify(value) ?? String(value);
}
