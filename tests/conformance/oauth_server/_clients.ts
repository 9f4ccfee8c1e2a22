/**
 * Requests of clients, and assertions that they sign.
 *
 * @module
 */

import { answerProgram } from "../../../src/core/answer_program.ts";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { answerCall } from "../../../src/core/call.ts";
import { authenticateClient } from "../../../src/capabilities/oauth_server/authenticate_client.ts";
import { answering } from "../../../src/capabilities/oauth_server/refusal.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import type { ExplicitEndpoint } from "../../../src/types/internal.ts";
import { ISSUER, type ServerRig } from "./_rig.ts";

/** URL of the token endpoint. */
export const TOKEN_URL = `${ISSUER}/auth/oauth/token`;

/** A document of a client. */
export const DOCUMENT_URL = "https://client.example/oauth/client.json";

/** An endpoint that only authenticates its client. */
const WHO: ExplicitEndpoint = {
  kind: "explicit",
  answer: answerProgram,
  path: "oauth/token",
  methods: ["POST"],
  load: () => ({
    POST: answering(async (call, sent) => {
      const { id, source, isUntrusted: isStranger, isFirstParty, name } = await authenticateClient(
        call,
        sent,
      );
      return { body: { id, source, isStranger, isFirstParty, name } };
    }),
  }),
};

/** What a client sends. */
export interface Sent {
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

/** Sends a request to an endpoint that only authenticates its client. */
export async function authenticate(
  { auth }: ServerRig,
  { form = {}, headers = {}, query = "" }: Sent,
): Promise<Response> {
  const request = new Request(`${TOKEN_URL}${query}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  const { status = 200, headers: answered, body } = await answerCall(
    WHO,
    {
      origin: ISSUER,
      action: "oauth/token",
      method: "POST",
      query: {},
      cookieHeader: "",
      returnRedirect: false,
      request,
    },
    requireConfig(auth.config),
  );
  return Response.json(body, { status, headers: answered });
}

/** The call of a rig, for functions that take one. */
export function callOf({ auth }: ServerRig) {
  return oauthCall({ request: new Request(ISSUER), origin: ISSUER }, requireConfig(auth.config));
}

/** `Authorization` of `client_secret_basic`. */
export function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${btoa(`${toForm(id)}:${toForm(secret)}`)}` };
}

function toForm(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** A client that signs. */
export async function signer(kid = "k1", alg = "ES256") {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...await exportJWK(publicKey), kid, alg };
  return {
    jwk,
    /** The key itself. */
    privateKey,
    /** Makes an assertion: one that counts, unless a test has other claims. */
    async assertion(
      id: string,
      claims: JWTPayload = {},
      header: Record<string, unknown> = {},
    ): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const own = { iss: id, sub: id, aud: ISSUER, exp: now + 60, jti: crypto.randomUUID() };
      return await new SignJWT({ ...own, ...claims })
        .setProtectedHeader({ alg, kid, ...header })
        .sign(privateKey);
    },
  };
}

/** The members of a form with an assertion. */
export function asserted(client_assertion: string, more: Record<string, string> = {}) {
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  return { form: { client_assertion, client_assertion_type, ...more } };
}

/** A network of strangers: what each URL answers, and which were asked. */
export function strangers(
  answers: Record<string, unknown | ((url: string) => Response | Promise<Response>)>,
) {
  const asked: string[] = [];
  const fetch = ((input: string | URL | Request) => {
    const url = String(input);
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) return Promise.resolve(new Response("", { status: 404 }));
    if (typeof answer === "function") return Promise.resolve(answer(url));
    return Promise.resolve(Response.json(answer));
  }) as typeof globalThis.fetch;
  return { asked, answers, fetch };
}
