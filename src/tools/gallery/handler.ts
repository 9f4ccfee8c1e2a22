/**
 * The gallery: every page and every email in frames, in the look of an app.
 *
 * @module
 */

import type { RenderedPage } from "../../../pages/mod.ts";
import { webauthnScript } from "../../../pages/webauthn_script.ts";
import { BUILT_IN, type Wording } from "../../base/language.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { ownMember } from "../../base/objects.ts";
import { AccountPage } from "../../capabilities/account/mod.ts";
import { resolveLanguages } from "../../config/defaults.ts";
import { resolveConfig } from "../../config/resolve.ts";
import { createAccountMail } from "../../mail/layout.ts";
import { pagePolicy } from "../../response/page_or_json.ts";
import { checkTheme } from "../../response/theme.ts";
import type { RequestInternal } from "../../types/internal.ts";
import type { Translation } from "../../types/texts.ts";
import type { AppLook } from "./app.ts";
import { EMAILS, LINK_EMAILS, type SampleCaller } from "./emails.ts";
import { type Choice, indexPage, SCRIPT } from "./index_page.ts";
import { ORIGIN, PAGES } from "./pages.ts";
import type { PageStates } from "./sample.ts";

/** What a gallery shows. */
export interface GalleryOptions {
  /** Look of the app. */
  app: AppLook;
  /** Languages besides those of the app. Default: none */
  languages?: readonly Translation[];
  /** Further pages, by the heading of their group. Default: none */
  pages?: Readonly<Record<string, PageStates>>;
  /** Origin of the running app, which has the images that the theme names by their paths. */
  site?: string | undefined;
}

/** A browser whose name the emails show. */
const USER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/140.0.0.0 Safari/537.36";

/** Makes the function that answers the requests of a browser on this machine. */
export function createGallery(
  { app, languages = [], pages = {}, site }: GalleryOptions,
): (request: Request) => Promise<Response> {
  const groups = { ...PAGES, ...pages };
  const states: PageStates = Object.assign({}, ...Object.values(groups));
  const own = app.languages ?? [];
  const others = languages.filter((one) => !own.some(({ language }) => language === one.language));
  const all = [...own, ...others];
  const { codes, texts } = resolveLanguages({ providers: [], languages: all, texts: app.texts });
  const error = app.error ?? checkTheme(app.theme)?.message;
  const entries = {
    ...Object.fromEntries(
      Object.entries(groups).map(([group, states]) => [group, listPaths("pages", states)]),
    ),
    "Emails": listPaths("emails", { ...LINK_EMAILS, ...EMAILS }),
  };
  // The gallery in the browser sees that the process has begun anew, and loads itself again.
  const process = randomBase64url(16);

  const callerIn = (language: string, sent: string[]): SampleCaller => {
    const config = resolveConfig({
      providers: [],
      secret: process,
      theme: app.theme,
      languages: all,
      texts: app.texts,
      language,
      account: AccountPage({ place: () => "Hamburg" }),
      session: { strategy: "jwt", revocation: { address: () => "203.0.113.7" } },
      sendMail: (mail) => void sent.push(createAccountMail(mail).html),
    });
    const request = new Request(ORIGIN, { headers: { "user-agent": USER_AGENT } });
    return {
      // It has the member, since the config has.
      config: config as SampleCaller["config"],
      // Emails read these members of a request alone.
      request: { origin: ORIGIN, request } as RequestInternal,
    };
  };

  const showPage = async (name: string, wording: Wording): Promise<Response> => {
    const nonce = randomBase64url(16);
    const frame = {
      nonce,
      theme: app.theme,
      siteUrl: ORIGIN,
      signinUrl: `${ORIGIN}/auth/signin`,
      wording,
    };
    const page: RenderedPage | undefined = ownMember(states, name)?.(frame, webauthnScript);
    if (!page) return notFound();
    const policy = await pagePolicy(page, frame, ORIGIN);
    return html(page.html, inFrame(policy), page.status);
  };

  const showEmail = async (name: string, language: string): Promise<Response> => {
    const sent: string[] = [];
    const caller = callerIn(language, sent);
    const link = ownMember(LINK_EMAILS, name);
    if (link) sent.push(link(caller).html);
    await ownMember<typeof EMAILS[keyof typeof EMAILS]>(EMAILS, name)?.(caller);
    // Mail programs keep styles and images.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; " +
      "frame-ancestors 'self'";
    return sent[0] === undefined ? notFound() : html(sent[0], policy);
  };

  return async (request) => {
    const url = new URL(request.url);
    const choice = choiceIn(url.searchParams, codes);
    const [, kind, name = ""] = /^\/(pages|emails)\/([\w.-]+)$/.exec(url.pathname) ?? [];
    const wording = { language: choice.language, texts: texts.get(choice.language) };
    if (kind === "pages") return await showPage(name, wording);
    if (kind === "emails") return await showEmail(name, choice.language);
    if (url.pathname === "/changes") return changes(process);
    if (url.pathname !== "/") return await readFile(site, url);
    const nonce = randomBase64url(16);
    const digest = (await sha256Base64url(SCRIPT)).replaceAll("-", "+").replaceAll("_", "/");
    return html(
      indexPage({ entries, choice, codes, nonce, error, name: app.theme.name }),
      "default-src 'none'; frame-src 'self'; connect-src 'self'; form-action 'self'; " +
        `style-src 'nonce-${nonce}'; script-src 'sha256-${digest}='`,
    );
  };
}

/** What the running app has under a path; its origin stays the one of the command line. */
async function readFile(site: string | undefined, { pathname }: URL): Promise<Response> {
  if (site === undefined) return notFound();
  try {
    return await fetch(new URL(site).origin + pathname);
  } catch {
    return notFound();
  }
}

/** Paths of entries. */
function listPaths(kind: string, entries: object): string[] {
  return Object.keys(entries).map((name) => `${kind}/${name}`);
}

function choiceIn(query: URLSearchParams, codes: readonly string[]): Choice {
  const language = query.get("language") ?? "";
  return {
    show: query.get("show") ?? "pages/signin-first",
    scheme: query.get("scheme") === "dark" ? "dark" : "light",
    width: query.get("width") === "phone" ? "phone" : "desktop",
    language: codes.includes(language) ? language : BUILT_IN,
  };
}

/** The policy of a page, but it can be in the gallery, and its forms lead nowhere. */
function inFrame(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace(/form-action [^;]*/, "form-action 'none'");
}

/** Tells the browser which process it is, and never ends. */
function changes(process: string): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`retry: 200\ndata: ${process}\n\n`));
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

function html(text: string, policy: string, status = 200): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
  };
  return new Response(text, { status, headers });
}

function notFound(): Response {
  return new Response("Not found", { status: 404 });
}
