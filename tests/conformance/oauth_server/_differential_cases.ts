/**
 * Requests for two authorization servers, made from a seed: right ones, and ones with up to three
 * changed parameters. What differs between the servers, such as codes, stands in them as a word.
 *
 * @module
 */

import { CALLBACK, LOOPBACK, READ, WRITE } from "./_judged.ts";

/** Words that the run replaces, for each server. */
export const WORDS = {
  resource: "{resource}",
  issuer: "{issuer}",
  code: "{code}",
  /** Code of the other client. */
  otherCode: "{other-code}",
  /** One that was used. */
  usedCode: "{used-code}",
  refreshToken: "{refresh-token}",
  otherRefreshToken: "{other-refresh-token}",
  /** One that was replaced. */
  oldRefreshToken: "{old-refresh-token}",
  accessToken: "{access-token}",
  idToken: "{id-token}",
} as const;

/** A verifier and its challenge (RFC 7636, appendix B). */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** How the client authenticates. */
export type Authentication =
  | "basic"
  | "basic-wrong"
  | "both"
  | "none"
  | "post"
  | "post-wrong"
  | "unknown-client";

export type Endpoint = "authorize" | "introspect" | "par" | "revoke" | "token";

/** Names and values, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A request. */
export interface Case {
  readonly number: number;
  readonly endpoint: Endpoint;
  /** The client that the words belong to. */
  readonly client: "cli" | "web";
  /** Of a request to another endpoint than that for browsers. */
  readonly authentication?: Authentication;
  readonly fields: Fields;
  /** Parameters that are not as in the right request. */
  readonly changed: readonly string[];
}

/** Values that a parameter gets instead of the right one; `null` leaves it out. */
type Values = readonly (string | null)[];

const LONG = "a".repeat(3000);

const AUTHORIZE: Readonly<Record<string, Values>> = {
  client_id: ["web", "cli", "unknown", "", null, "WEB"],
  redirect_uri: [
    ...[CALLBACK, `${CALLBACK}/`, `${CALLBACK}?x=1`, `${CALLBACK}#part`, null, ""],
    ...["https://client.example/other", "https://evil.example/callback"],
    ...["http://client.example/callback", "https://client.example:444/callback"],
    ...["https://client.example/callback/../callback", "https://user@client.example/callback"],
    ...["javascript:alert(1)", LOOPBACK, "http://127.0.0.1:5555/callback"],
    ...["http://127.0.0.1:5555/other", "http://localhost:5555/callback", "http://[::1]/callback"],
    ...["https://127.0.0.1:5555/callback", "http://127.0.0.2/callback", "/callback"],
  ],
  response_type: [
    ...["token", "id_token", "code id_token", "code token", "none", "CODE", "", null, "code code"],
  ],
  response_mode: ["query", "fragment", "form_post", "query.jwt", "bad", ""],
  scope: [
    ...["openid", "openid profile", READ, `${READ} ${WRITE}`, `openid ${READ}`, "", null],
    ...["unknown", "openid unknown", ` openid  ${READ} `, "offline_access", "OPENID"],
  ],
  resource: [
    ...[WORDS.resource, `${WORDS.resource}/`, `${WORDS.resource}#part`, "https://other.example/"],
    ...["urn:x", "bad", "", null],
  ],
  state: ["", null, LONG, "a b&c=d#e", "ä\u0000"],
  nonce: ["", null, "n", LONG],
  code_challenge: [null, "", "short", `${CHALLENGE}=`, LONG, CHALLENGE.replace("E", "+")],
  code_challenge_method: ["plain", "s256", "", null, "S512"],
  prompt: ["none", "login", "consent", "none login", "select_account", "bad", "", "login consent"],
  max_age: ["0", "1000", "-1", "abc", "", "1.5", "99999999999999999999"],
  request: ["eyJhbGciOiJub25lIn0.e30.", ""],
  request_uri: ["https://evil.example/r", "urn:ietf:params:oauth:request_uri:unknown", ""],
  acr_values: ["urn:unknown", ""],
  login_hint: ["ada@example.com", ""],
  display: ["page", "bad"],
  ui_locales: ["de"],
  claims: ['{"id_token":{"email":null}}', "{bad"],
  id_token_hint: ["bad", WORDS.idToken],
  registration: ["{}"],
  dpop_jkt: [CHALLENGE, "bad"],
  unknown: ["x"],
};

const CODE: Readonly<Record<string, Values>> = {
  grant_type: [
    ...["authorization-code", "password", "client_credentials", "implicit", "", null],
    "refresh_token",
  ],
  code: [WORDS.otherCode, WORDS.usedCode, "bad", "", null, LONG],
  redirect_uri: [null, "", `${CALLBACK}/`, "https://evil.example/callback", LOOPBACK],
  code_verifier: [
    ...[null, "", "short", VERIFIER.slice(1), `${VERIFIER}x`, CHALLENGE, LONG, `${VERIFIER} `],
  ],
  client_id: ["cli", "web", "unknown", "", null],
  resource: ["https://other.example/", "bad", "", null, `${WORDS.resource}/`],
  scope: [READ, "unknown", `${READ} ${WRITE}`],
  unknown: ["x"],
};

const REFRESH: Readonly<Record<string, Values>> = {
  grant_type: ["refresh-token", "", null, "authorization_code"],
  refresh_token: [
    ...[WORDS.otherRefreshToken, WORDS.oldRefreshToken, WORDS.accessToken, WORDS.code],
    ...["bad", "", null, LONG],
  ],
  scope: [READ, `${READ} ${WRITE}`, "openid", "unknown", "", `openid ${READ}`],
  resource: ["https://other.example/", "bad", "", null, `${WORDS.resource}/`],
  client_id: ["cli", "web", "unknown", "", null],
  unknown: ["x"],
};

const TOKEN: Readonly<Record<string, Values>> = {
  token: [
    ...[WORDS.accessToken, WORDS.refreshToken, WORDS.otherRefreshToken, WORDS.oldRefreshToken],
    ...[WORDS.idToken, WORDS.code, "bad", "", null, LONG],
  ],
  token_type_hint: ["access_token", "refresh_token", "bad", ""],
  client_id: ["cli", "web", "unknown", "", null],
};

const AUTHENTICATIONS: readonly Authentication[] = [
  ...["basic", "basic-wrong", "both", "none", "post", "post-wrong", "unknown-client"] as const,
];

/** Numbers from 0 to 1 (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The right request for authorization. */
export function rightRequest(client: "cli" | "web", scope = `openid ${READ}`): Fields {
  return [
    ["client_id", client],
    ["redirect_uri", CALLBACK],
    ["response_type", "code"],
    ["scope", scope],
    ["resource", WORDS.resource],
    ["state", "a-state"],
    ["code_challenge", CHALLENGE],
    ["code_challenge_method", "S256"],
  ];
}

const RIGHT: Readonly<Record<"code" | "refresh", Fields>> = {
  code: [
    ["grant_type", "authorization_code"],
    ["code", WORDS.code],
    ["redirect_uri", CALLBACK],
    ["code_verifier", VERIFIER],
    ["resource", WORDS.resource],
  ],
  refresh: [
    ["grant_type", "refresh_token"],
    ["refresh_token", WORDS.refreshToken],
    ["resource", WORDS.resource],
  ],
};

/** Makes a case. */
export function caseOf(number: number, seed: number): Case {
  const random = randomOf(seed * 1_000_003 + number);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const client = pick(["cli", "web"] as const);
  const kind = pick([
    ...["authorize", "authorize", "authorize", "authorize", "code", "code", "code", "refresh"],
    ...["refresh", "revoke", "introspect", "par"],
  ]);
  if (kind === "authorize" || kind === "par") {
    const { fields, changed } = change(rightRequest(client), AUTHORIZE, random);
    if (kind === "authorize") return { number, endpoint: kind, client, fields, changed };
    return { number, endpoint: kind, client, ...authenticated(client, fields, changed, random) };
  }
  if (kind === "code" || kind === "refresh") {
    const table = kind === "code" ? CODE : REFRESH;
    const { fields, changed } = change(RIGHT[kind], table, random);
    return { number, endpoint: "token", client, ...authenticated(client, fields, changed, random) };
  }
  const right: Fields = [["token", pick([WORDS.accessToken, WORDS.refreshToken])]];
  const { fields, changed } = change(right, TOKEN, random);
  const endpoint = kind as "introspect" | "revoke";
  return { number, endpoint, client, ...authenticated(client, fields, changed, random) };
}

/** Changes up to three parameters; one in four requests is right. */
function change(
  right: Fields,
  values: Readonly<Record<string, Values>>,
  random: () => number,
): { fields: Fields; changed: string[] } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let fields = [...right];
  const changed = new Set<string>();
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const name = pick(Object.keys(values));
    const value = pick(values[name]!);
    const isRepeated = random() < 0.1 && value !== null;
    if (!isRepeated) fields = fields.filter(([own]) => own !== name);
    if (value !== null) fields.push([name, value]);
    changed.add(name);
    if (isRepeated) changed.add(`${name} repeated`);
  }
  return { fields, changed: [...changed] };
}

/** Adds how the client authenticates; two in three requests do it as they should. */
function authenticated(
  client: "cli" | "web",
  fields: Fields,
  changed: readonly string[],
  random: () => number,
): Pick<Case, "authentication" | "changed" | "fields"> {
  const right = client === "web" ? "basic" : "none";
  const isRight = random() < 2 / 3;
  const authentication = isRight
    ? right
    : AUTHENTICATIONS[Math.floor(random() * AUTHENTICATIONS.length)]!;
  return {
    authentication,
    fields,
    changed: authentication === right ? changed : [...changed, `authentication ${authentication}`],
  };
}
