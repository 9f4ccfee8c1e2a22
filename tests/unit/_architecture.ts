/**
 * Architecture rules as functions over a list of files, so that tests can show
 * that each rule fails.
 *
 * @module
 */

import { placeOf, roomOf } from "./_rooms.ts";

/** A file with its imports. */
export interface SourceFile {
  /** Path from the root. */
  path: string;
  text: string;
  /** Paths of files of this repository, and specifiers of packages. */
  imports: string[];
}

/** Rooms by floor, lowest first; the rooms of a floor may import each other in one direction. */
const FLOORS: readonly (readonly string[])[] = [
  ["src/symbols.ts", "english"],
  ["src/types"],
  ["src/base", "src/errors.ts", "src/mail"],
  [
    ...["src/http", "src/records"],
    ...["src/languages", "src/providers", "src/client", "adapters", "pages"],
  ],
  ["src/hooks", "src/outbound", "src/request", "src/jwt.ts"],
  ["src/config", "src/response"],
  ["src/session"],
  ["src/limits", "src/credentials"],
  ["src/flows"],
  ["src/accounts"],
  ["src/core"],
  ["src/server"],
  [
    ...["src/capabilities/account", "src/capabilities/address", "src/capabilities/audit_log"],
    ...["src/capabilities/custom", "src/capabilities/connections", "src/capabilities/factors"],
    ...["src/capabilities/keys", "src/capabilities/native", "src/capabilities/organizations"],
    ...["src/capabilities/oauth1", "src/capabilities/oauth_server", "src/capabilities/operators"],
    ...["src/capabilities/passkeys", "src/capabilities/passwords", "src/capabilities/scim"],
    ...["src/capabilities/saml", "src/capabilities/sign_out", "src/capabilities/strict_client"],
    ...["src/capabilities/tokens", "src/capabilities/webhooks"],
  ],
  ["src/frameworks", "mod.ts"],
  [
    ...["src/tools/add", "src/tools/doctor", "src/tools/gallery", "src/tools/migrate"],
    ...["src/tools/move", "src/tools/operate", "src/tools/schema", "src/tools/testing"],
  ],
];

/** Marks of unfinished work, written so that this file has none itself. */
const UNFINISHED = /\b(TO[D]O|FIX[M]E|X[X]X)\b/;

/** Highest floor that every file may import. */
const GROUND = 3;

/** Files that may read the process: what an app calls. */
const PROCESS = /^(src\/(server|frameworks|tools)\/|mod\.ts$)/;

/** Folders whose files may import only the ground and the same folder, at any depth. */
const ALONE = /^(src\/(languages|providers|client)|adapters|pages)\//;

/** Files that may import each package. */
const HOMES: Record<string, RegExp> = {
  "bcryptjs": /^src\/capabilities\/passwords\/foreign\.ts$/,
  "csv-parse": /^src\/tools\/migrate\/csv\.ts$/,
  "@aws-sdk/client-dynamodb": /^adapters\/_dynamodb_client\.ts$/,
  "jose": /^src\/(capabilities\/oauth_server\/assertion|tools\/testing\/idp(_fapi|_keys)?)\.ts$/,
  "nodemailer": /^src\/providers\/nodemailer\.ts$/,
  "oauth4webapi":
    /^src\/(flows\/oauth\/|capabilities\/(strict_client\/|oauth_server\/foreign_token))/,
  "preact": /^pages\/|^src\/client\/preact\.ts$/,
  "qr": /^pages\/factor\/qr\.tsx$/,
  "@simplewebauthn/server": /^src\/capabilities\/passkeys\/library\.ts$/,
  "typescript": /^src\/tools\/move\//,
  "xml-crypto": /^src\/capabilities\/saml\/signature\.ts$/,
  "@std/http": /^src\/base\/negotiation\.ts$/,
  // Separate workspace packages, which import the library like any app.
  "@x/auth": /^src\/frameworks\/\w+\//,
  "next": /^src\/frameworks\/next\//,
  "react": /^src\/frameworks\/next\/|^src\/client\/react\.ts$/,
  "solid-js": /^src\/client\/solid\.ts$/,
  "svelte": /^src\/client\/svelte\.ts$/,
  "vue": /^src\/client\/vue\.ts$/,
  "@builder.io/qwik": /^src\/frameworks\/qwik\//,
  "@builder.io/qwik-city": /^src\/frameworks\/qwik\//,
  "@sveltejs/kit": /^src\/frameworks\/sveltekit\//,
  "$app": /^src\/frameworks\/sveltekit\//,
  "$env": /^src\/frameworks\/sveltekit\//,
};

/** Files that print: log lines, and emails for an app that asks for it. */
const PRINTS: readonly string[] = ["src/hooks/logger.ts", "src/providers/nodemailer.ts"];

/** The mark of state that every process would make alike, from the config or from the request. */
export const SAME = "";

/**
 * Files that may keep state between requests: bounded or weak caches, and lookups. Each has the row of
 * `docs/many-machines.md` that says what several processes do with theirs, or {@linkcode SAME}.
 */
export const STATEFUL: Readonly<Record<string, string>> = {
  "pages/mod.ts": SAME,
  "src/base/in_words.ts": SAME,
  "src/base/language.ts": SAME,
  "src/base/negotiation.ts": SAME,
  // Listeners of one page of a browser; no server adds any.
  "src/client/tabs.ts": SAME,
  "src/config/resolve.ts": "Log lines",
  "src/base/crypto/keys.ts": SAME,
  "src/base/crypto/runtime.ts": SAME,
  "src/tools/doctor/typescript_hooks.ts": SAME,
  "src/flows/email/once.ts": "Second clicks",
  "src/flows/oauth/metadata.ts": "Documents and keys of others",
  "src/flows/oauth/signature.ts": SAME,
  "src/flows/oauth/signing_key.ts": SAME,
  "src/capabilities/passkeys/ceremony.ts": "Counts without records",
  "src/capabilities/audit_log/write.ts": "Entries of the audit log",
  "src/capabilities/webhooks/deliveries.ts": "Messages to others",
  "src/frameworks/hono.ts": SAME,
  "src/frameworks/next/mod.ts": SAME,
  "src/frameworks/solid_start.ts": SAME,
  "src/hooks/adapter.ts": "Requests that run",
  "src/hooks/logger.ts": "Log lines",
  "src/hooks/recorder.ts": SAME,
  "src/limits/device.ts": SAME,
  "src/limits/memory.ts": "Counts without records",
  "src/limits/refusal.ts": SAME,
  "src/limits/request.ts": "Requests of a client",
  "src/outbound/outbox.ts": "Messages to others",
  "src/records/cached.ts": "Cached records",
  "src/records/quota.ts": "Turns",
  "src/capabilities/oauth_server/foreign_token.ts": "Documents and keys of others",
  "src/capabilities/oauth_server/access_token.ts": SAME,
  "src/capabilities/oauth_server/signing_keys.ts": SAME,
  "src/capabilities/oauth_server/untrusted_url.ts": "Documents and keys of others",
  "src/records/remembered_id.ts": SAME,
  "src/capabilities/passwords/semaphore.ts": "Turns",
  "src/capabilities/strict_client/dpop.ts": "Documents and keys of others",
  "src/request/concurrency.ts": SAME,
  "src/response/respond.ts": SAME,
  "src/response/theme.ts": SAME,
  "src/server/environment.ts": SAME,
  "src/session/record.ts": "Cached records",
  "src/capabilities/tokens/provider_access_token.ts": "Refreshed tokens",
};

/** A question that one place answers; a second answer would differ one day. */
interface Rule {
  /** Sentence about a file that answers it too. */
  breach: string;
  /** Code that answers it. */
  code: RegExp;
  /** Files that may. */
  homes: RegExp;
}

/** Matches no path. */
const NOWHERE = /(?!)/;

/** Rules that must not exist twice. */
const RULES: readonly Rule[] = [
  {
    breach: "has a trust rule of its own: config/host.ts is the one reader of forwarded headers",
    code: /x-forwarded-(host|proto)["'`]/i,
    // createActionURL() of Auth.js takes the headers as given; Express judges the scheme itself,
    // so its wrapper removes the header.
    homes: /^src\/(config\/(host|action_url)|frameworks\/express)\.ts$/,
  },
  {
    breach: "has a same-origin rule of its own: http/origin.ts is the one reader of Origin",
    code: /["'`]sec-fetch-site["'`]|\b(get|has)\(\s*["'`]origin["'`]|\bheaders(\.|\?\.)origin\b/i,
    homes: /^src\/http\/origin\.ts$/,
  },
  {
    breach: "reads the clock itself: base/time.ts does, in the unit that its name says",
    code: /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!new )\bDate\(\s*\)/,
    homes: /^src\/base\/time\.ts$/,
  },
  {
    breach: "spells the purpose of a hash: base/hashed.ts has a row for each",
    code: /\bsha256(Hex|Base64url)\(\s*(`|JSON\.stringify\()/,
    // Thumbprints of keys (RFC 7638), and names in a table of this process with a seed of its own.
    homes:
      /^src\/(base\/hashed|credentials\/dpop|capabilities\/oauth_server\/signing_keys|limits\/rate|tools\/testing\/token)\.ts$/,
  },
  {
    breach: "hashes parts without a purpose, as only ids of accounts are that were stored before",
    code: /\bhashUnnamed\(/,
    homes:
      /^src\/(base\/hashed|records\/account_index|capabilities\/(account\/linked_profiles|address\/address_undo))\.ts$/,
  },
  {
    breach:
      "seals by itself: session/sealed_text.ts and sealed_cookie.ts do, for rows of base/seals.ts",
    code: /\bimport \{[^}]*(?<!type )\b(?:decode|encode)\b[^}]*\} from "[^"]*\/jwt\.ts"/,
    // Sessions are sealed for the name of their cookie.
    homes: /^src\/(session\/sealed_(cookie|text)|config\/resolve)\.ts$|^src\/tools\//,
  },
  {
    breach:
      "has words of its own for numbers or times: base/in_words.ts asks Intl, once per language",
    code: /\bnew Intl\.(?!Locale\b)/,
    homes: /^src\/base\/in_words\.ts$/,
  },
  {
    breach:
      "compares with a global class, which servers replace: http/response.ts asks for members",
    code: /\binstanceof (globalThis\.)?(Request|Response|Headers)\b/,
    homes: NOWHERE,
  },
  {
    breach: "adds headers to a `new Response`, which can forget them: http/response.ts makes one",
    code:
      /\b(\w+) = new Response\((?:(?!\bfunction\b)[^])*?\b\1\.headers\b[^;]*\.(append|set|delete)\(/,
    homes: /^src\/http\/response\.ts$/,
  },
  {
    breach: "imports the value of another capability, which the app brings with its config",
    code: /["'](\.\.\/)+(capabilities\/)?(?!config\/|types\/)\w+\/capability\.ts["']/,
    homes: NOWHERE,
  },
  {
    breach:
      "decides about a change of its own: session/visitor.ts compares the proof of a session " +
      "with what a change needs, and knows who acts for a user",
    // Called, read as a member, or taken out of a proof.
    code: /\bmissingProof\(|\.actor\b|\{[^{}]*\bactor\b[^{}]*\} = /,
    // The proof as it is stored, the comparison itself, and the step-up, which makes a new proof.
    // Tokens say who acts for their owner, the principal of one says so too, and the log stores it.
    homes:
      /^src\/(session\/(acting|proof|requirement|visitor)|core\/step_up\/(step_up|providers)|server\/authenticate|capabilities\/(oauth_server\/own_tokens|operators\/acting(_session)?|audit_log\/(activity|kinds|personal|read|verify|write)))\.ts$/,
  },
  {
    breach:
      "reads Authorization: pages take cookies alone; core/call.ts reads it for programs, and " +
      "credentials/presented.ts for authenticate()",
    code:
      /\b(get|has|readHeader)\([^()]*["'`]authorization["'`]|\bheaders(\.|\?\.)authorization\b/i,
    // getToken() of Auth.js finds a bearer token for the app.
    homes: /^src\/(core\/call|credentials\/presented|jwt)\.ts$|^src\/tools\//,
  },
  {
    breach: "copies a config for a call of its own: build a RequestInternal and call dispatch()",
    // As a value; `export … from` passes the symbols on, and types describe them.
    code:
      /import \{[^}]*(?<!type )\b(raw|skipCSRFCheck)\b[^}]*\} from|\{\s*\.\.\.[^{}]*\b(raw|skipCSRFCheck)\b\s*[:,}]/,
    homes: /^src\/(types\/.+|symbols|core\/auth|config\/.+)\.ts$/,
  },
];

/** Floor of a file or room; `undefined` when it has none. */
export function floorOf(path: string): number | undefined {
  const index = FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));
  return index < 0 ? undefined : index + 1;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const isTool = (path: string) => roomOf(path).startsWith("src/tools/");
const isOwn = (specifier: string) => /\.(tsx?|json)$/.test(specifier);

/** One message per violated rule. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap(findArrows),
    ...files.flatMap(findPackages),
    ...files.flatMap(findHabits),
    ...findLoops(files),
  ];
}

function findArrows({ path, imports }: SourceFile): string[] {
  const breaches: string[] = [];
  const floor = floorOf(path);
  if (floor === undefined) breaches.push(`${path} belongs to no floor`);
  for (const target of imports.filter(isOwn)) {
    const below = floorOf(target) ?? 0;
    if (below > (floor ?? 0)) {
      breaches.push(`${path} (${floor}) imports upward: ${target} (${below})`);
    }
    if (target === `${folderOf(path)}mod.ts` && roomOf(target) === roomOf(path)) {
      breaches.push(`${path} imports its own folder's mod.ts`);
    }
    if (isTool(target) && !isTool(path)) {
      breaches.push(`${path} imports a tool, which apps do not load: ${target}`);
    }
    if (/\/_/.test(target) && placeOf(target) !== placeOf(path)) {
      breaches.push(`${path} imports a private file of another room: ${target}`);
    }
    const [folder] = isTool(path) ? [] : ALONE.exec(path) ?? [];
    if (folder && below > GROUND && !target.startsWith(folder)) {
      breaches.push(`${path} imports a module above the ground: ${target}`);
    }
    if (/^src\/flows\//.test(path) && /^src\/(accounts|core|response)\//.test(target)) {
      breaches.push(`${path} imports a module that uses flows: ${target}`);
    }
  }
  return breaches;
}

function findPackages({ path, imports }: SourceFile): string[] {
  return imports.filter((specifier) => !isOwn(specifier)).flatMap((specifier) => {
    const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
    if (name.startsWith("node:")) return [];
    if (!Object.hasOwn(HOMES, name)) {
      return [`${path} imports a package without an entry in HOMES: ${name}`];
    }
    return HOMES[name]!.test(path) ? [] : [`${path} imports ${name}, which it may not import`];
  });
}

function findHabits({ path, text }: SourceFile): string[] {
  const breaches: string[] = [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const below = !PROCESS.test(path);
  if (!/^(?:\/\/.*\n)*\/\*\*[\s\S]*?@module\b/.test(text)) {
    breaches.push(`${path} has no module docstring`);
  }
  // Comments are documentation, which JSR shows beside its symbol; they have no limit.
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 400) {
    breaches.push(`${path} is longer than 400 lines without its comments`);
  }
  if (/from "(npm|jsr|https?):/.test(code)) breaches.push(`${path} names a registry inline`);
  if (below && /\bDeno\.|\bprocess\.env\b/.test(code)) {
    breaches.push(`${path} reads the process or its environment`);
  }
  if (below && /\bconsole\./.test(code) && !PRINTS.includes(path)) {
    breaches.push(`${path} prints`);
  }
  if (
    !Object.hasOwn(STATEFUL, path) &&
    /^(let |(const|export const) \w+ = new (Weak)?(Map|Set)[<(])/m.test(code)
  ) {
    if (!isReadonlyTable(code)) breaches.push(`${path} keeps state between requests`);
  }
  for (const { breach, code: answer, homes } of RULES) {
    if (/^(src|pages|adapters)\//.test(path) && answer.test(code) && !homes.test(path)) {
      breaches.push(`${path} ${breach}`);
    }
  }
  if (UNFINISHED.test(text)) breaches.push(`${path} has an unfinished mark`);
  return breaches;
}

/** `true` for a set that is created with its members and never changed. */
function isReadonlyTable(code: string): boolean {
  const [declaration, name] =
    /^const (\w+)(?:: Readonly\w+<[^=]+>)? = new Set[<(].+$/m.exec(code) ?? [];
  return Boolean(declaration?.includes("([") && !code.includes(`${name}.add(`));
}

function findLoops(files: readonly SourceFile[]): string[] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.filter(isOwn)]));
  const done = new Set<string>();
  const breaches: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      breaches.push(`Loop: ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
    } else if (!done.has(path)) {
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) visit(path, []);
  return breaches;
}
