import { Auth, type AuthConfig } from "../mod.ts";
import { Auth as PeerAuth } from "@auth/core";
import GitHub from "../src/providers/github.ts";
import Credentials from "../src/providers/credentials.ts";
import PeerGitHub from "@auth/core/providers/github";
import PeerCredentials from "@auth/core/providers/credentials";
import { MemoryAdapter } from "../adapters/memory.ts";
import * as ourJwt from "../src/jwt.ts";
import { createIdp } from "../src/testing/mod.ts";
import { customFetch } from "../mod.ts";
import { customFetch as peerFetch } from "@auth/core";
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import process from "node:process";
const which = Deno.args[0] ?? "ours";
const only = Deno.args[1];
const reps = Number(Deno.args[2] ?? 15);
const SECRET = "a-secret-of-at-least-32-characters";
const O = "http://localhost:3000";
const common = { secret: SECRET, trustHost: true, basePath: "/auth", logger: { error(e: unknown) { console.log(e); }, warn() {}, debug() {} } };
const H: [string, string][] = [["host","localhost:3000"],["user-agent","Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"],["accept","text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],["accept-language","en-US,en;q=0.9"],["accept-encoding","gzip, deflate, br"],["sec-fetch-site","same-origin"],["sec-fetch-mode","cors"],["sec-fetch-dest","empty"],["referer",O+"/"]];
const call = (c: any) => which === "peer" ? (r: Request) => PeerAuth(r, c) as Promise<Response> : (r: Request) => Auth(r, c);
const isPeer = which === "peer";
const gh = (i: number) => (isPeer ? PeerGitHub : GitHub)({ id: "github-" + i, clientId: "id", clientSecret: "s" } as any);
const app = (n: number, o: any = {}) => call({ ...common, providers: Array.from({ length: n }, (_, i) => gh(i)), ...o });
const req = (path: string, cookie?: string, init: RequestInit = {}) => new Request(O + path, { ...init, headers: [...H, ...(cookie ? [["cookie", cookie] as [string, string]] : []), ...((init.headers as any) ?? [])] });
import { profile } from "./prof.ts";
async function measure(name: string, batch: number, work: () => Promise<unknown>) {
  if (only && !name.includes(only)) return;
  for (let i = 0; i < batch * 10; i++) await work(); if (Deno.env.get("PROF")) { return await profile(name, work, batch * 60); }
  const s: number[] = []; const small = Math.max(4, batch >> 3);
  for (let r = 0; r < reps * 8; r++) {
    const c0 = process.cpuUsage();
    for (let i = 0; i < small; i++) await work();
    const c = process.cpuUsage(c0);
    s.push((c.user + c.system) / small);
  }
  s.sort((a, b) => a - b);
  console.log(name.padEnd(26), [.02,.1,.25,.5].map((q) => s[Math.floor(s.length*q)]!.toFixed(1).padStart(8)).join(""));
}
class Jar { m = new Map<string,string>();
  take(r: Response) { for (const l of r.headers.getSetCookie()) { const [, n, v] = /^([^=]+)=([^;]*)/.exec(l)!; if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(l) || v === "") this.m.delete(n!); else this.m.set(n!, v!);} return r; }
  get h() { return [...this.m].map(([n,v])=>`${n}=${v}`).join("; "); } }
const salt = "authjs.session-token";
const tokens: string[] = [];
for (let i = 0; i < 2000; i++) tokens.push(await ourJwt.encode({ token: { name: "Ada " + i, email: `ada${i}@example.com`, picture: null, sub: String(i) } as any, secret: SECRET, salt }));
let n = 0; const tok = () => tokens[(n += 7) % 2000]!;
if (which === "floor") {
  const key = new Uint8Array(hkdfSync("sha256", SECRET, salt, `Auth.js Generated Encryption Key (${salt})`, 64));
  const mk = createSecretKey(key.subarray(0,32)), ck = createSecretKey(key.subarray(32));
  const B: any = Uint8Array; const te = new TextEncoder();
  const dec = (t: string) => { const p = t.split("."); const iv = B.fromBase64(p[2], {alphabet:"base64url"}), ct = B.fromBase64(p[3], {alphabet:"base64url"}), tag = B.fromBase64(p[4], {alphabet:"base64url"});
    const aad = te.encode(p[0]); const al = new Uint8Array(8); new DataView(al.buffer).setUint32(4, aad.length*8);
    const mac = createHmac("sha512", mk).update(aad).update(iv).update(ct).update(al).digest().subarray(0,32);
    if (!timingSafeEqual(mac, tag)) throw 1; const d = createDecipheriv("aes-256-cbc", ck, iv); return JSON.parse(d.update(ct, undefined, "utf8") + d.final("utf8")); };
  const enc = (c: any) => { const iv = randomBytes(16); const e = createCipheriv("aes-256-cbc", ck, iv); const ct = Buffer.concat([e.update(JSON.stringify(c), "utf8"), e.final()]); const h = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjIn0"; const aad = te.encode(h); const al = new Uint8Array(8); new DataView(al.buffer).setUint32(4, aad.length*8); const tag = createHmac("sha512", mk).update(aad).update(iv).update(ct).update(al).digest().subarray(0,32); return h + ".." + iv.toString("base64url") + "." + ct.toString("base64url") + "." + tag.toString("base64url"); };
  await measure("decode", 500, async () => dec(tok()));
  await measure("encode", 500, async () => enc({ name: "Ada", email: "ada@example.com", picture: null, sub: "42", iat: 1, exp: 2, jti: crypto.randomUUID() }));
  const headers = { "content-type": "application/json", "cache-control": "private, no-cache, no-store" };
  await measure("session token", 300, async () => { const r = req("/auth/session", `${salt}=${tok()}`); const c = dec(r.headers.get("cookie")!.split("=")[1]!); return await new Response(JSON.stringify({ user: { name: c.name, email: c.email, image: c.picture }, expires: new Date(c.exp*1000).toISOString() }), { headers }).text(); });
  await measure("session renew", 300, async () => { const r = req("/auth/session", `${salt}=${tok()}`); const c = dec(r.headers.get("cookie")!.split("=")[1]!); const res = new Response(JSON.stringify({ user: { name: c.name, email: c.email, image: c.picture }, expires: new Date(c.exp*1000).toISOString() }), { headers }); res.headers.append("set-cookie", `${salt}=${enc(c)}; Path=/; HttpOnly; SameSite=Lax`); return await res.text(); });
  await measure("nocookie 1", 500, async () => { const r = req("/auth/session"); r.headers.get("cookie"); r.url; return await new Response("null", { headers }).text(); });
  Deno.exit();
}
const jwt = isPeer ? await import("@auth/core/jwt") : ourJwt;
await measure("decode", 500, async () => await jwt.decode({ token: tok(), secret: SECRET, salt }));
await measure("encode", 500, async () => await jwt.encode({ token: { name: "Ada", email: "ada@example.com", picture: null, sub: "42" } as any, secret: SECRET, salt }));
{ const a = app(1), r = app(1, { session: { updateAge: 0 } });
  const jar = new Jar(); jar.take(await a(req("/auth/csrf"))); const rest = jar.h + `; authjs.callback-url=${encodeURIComponent(O)}`;
  await measure("session token", 300, async () => await (await a(req("/auth/session", `${rest}; ${salt}=${tok()}`))).text());
  await measure("session renew", 300, async () => await (await r(req("/auth/session", `${rest}; ${salt}=${tok()}`))).text());
  await measure("nocookie 1", 500, async () => await (await a(req("/auth/session"))).text()); }
if (!isPeer) { const { DenoAuth } = await import("../src/frameworks/deno.ts"); const hh = DenoAuth({ ...common, providers: [gh(0)] } as any).handler(); const info: any = { remoteAddr: { hostname: "127.0.0.1" } };
  const jar = new Jar(); jar.take(await hh(req("/auth/csrf"), info)); const rest = jar.h + `; authjs.callback-url=${encodeURIComponent(O)}`;
  await measure("deno session", 300, async () => await (await hh(req("/auth/session", `${rest}; ${salt}=${tok()}`), info)).text());
  const page = DenoAuth({ ...common, providers: [gh(0)] } as any); const hp = page.handler(async (r) => new Response((await page.auth(r))?.user?.name));
  await measure("deno page", 300, async () => await (await hp(req("/page", `${rest}; ${salt}=${tok()}`), info)).text()); }
{ const a = app(100); await measure("nocookie 100", 300, async () => await (await a(req("/auth/session"))).text()); }
{ const a = app(10); const jar = new Jar(); jar.take(await a(req("/auth/csrf"))); jar.take(await a(req("/auth/signin")));
  await measure("csrf new", 300, async () => await (await a(req("/auth/csrf"))).text());
  await measure("csrf known", 300, async () => await (await a(req("/auth/csrf", jar.h))).text());
  await measure("providers", 300, async () => await (await a(req("/auth/providers", jar.h))).text());
  await measure("signin page", 100, async () => await (await a(req("/auth/signin", jar.h))).text()); }
{ const a = call({ ...common, providers: [(isPeer ? PeerCredentials : Credentials)({ credentials: { u: {}, p: {} }, authorize: (c: any) => c.p === "x" ? { id: "1", name: String(c.u) } : null } as any)] });
  const one = async (check = false) => { const jar = new Jar(); const { csrfToken } = await jar.take(await a(req("/auth/csrf"))).json();
    const body = new URLSearchParams({ csrfToken, u: "ada" + n++, p: "x" }).toString();
    return { jar, csrfToken, body }; };
  const pool = []; for (let i = 0; i < 300; i++) pool.push(await one());
  let k = 0; const post = async () => { const p = pool[k++ % 300]!; const r = await a(req("/auth/callback/credentials", p.jar.h, { method: "POST", body: p.body, redirect: "manual", headers: [["content-type","application/x-www-form-urlencoded"],["content-length",String(p.body.length)],["origin",O]] as any })); await r.text(); return r; };
  const r = await post(); if (!r.headers.getSetCookie().some(c => c.startsWith(salt))) throw new Error("no session " + r.status + r.headers.get("location"));
  await measure("credentials", 100, post);
  for (const p of pool) p.jar.m.set(salt, tok());
  const out = async () => { const p = pool[k++ % 300]!; const body = `csrfToken=${p.csrfToken}`; const r = await a(req("/auth/signout", p.jar.h, { method: "POST", body, headers: [["content-type","application/x-www-form-urlencoded"],["content-length",String(body.length)],["origin",O]] as any })); await r.text(); return r; };
  await measure("signout", 100, out); }
if (!only || only === "mail") { let sent: any; const provider: any = { id: "email", type: "email", name: "Email", from: "a@b.c", maxAge: 86400, options: {}, sendVerificationRequest: (p: any) => { sent = p; } };
  const ad = MemoryAdapter(); const a = call({ ...common, adapter: ad, session: { strategy: "database" }, providers: [provider] });
  const jar0 = new Jar(); const { csrfToken } = await jar0.take(await a(req("/auth/csrf"))).json(); const base = jar0.h; let u = 0;
  const mail = async () => { const jar = new Jar(); jar.m = new Map(jar0.m); const body = `csrfToken=${csrfToken}&email=user${u++ % 500}%40example.com`;
    jar.take(await a(req("/auth/signin/email", base, { method: "POST", body, headers: [["content-type","application/x-www-form-urlencoded"],["content-length",String(body.length)],["origin",O]] as any })));
    const r = await a(req(sent.url.slice(O.length), jar.h)); if (!r.headers.getSetCookie().some((c) => c.startsWith(salt))) throw new Error("mail " + r.status + r.headers.get("location")); };
  await measure("mail link", 50, mail); }
{ const idp = await createIdp(isPeer ? { issuerParameter: false } : {});
  let spent = 0;
  const f: typeof fetch = async (i, init) => { const c = process.cpuUsage(); try { return await idp.fetch(i as any, init); } finally { const d = process.cpuUsage(c); spent += d.user + d.system; } };
  const cfg = () => ({ ...common, session: { strategy: "jwt" }, providers: [{ id: "op", name: "OP", type: "oidc", issuer: idp.issuer, clientId: idp.clientId, clientSecret: idp.clientSecret, checks: ["pkce","state","nonce"], [isPeer ? peerFetch : customFetch]: f }] });
  const stages: number[][] = [[],[],[]];
  if (Deno.env.get("STAGES")) { const a = call(cfg()); for (let i = 0; i < 1500; i++) { const jar = new Jar(); const cpu = async (n: number, w: () => Promise<any>) => { spent = 0; const c0 = process.cpuUsage(); const r = await w(); const c = process.cpuUsage(c0); stages[n]!.push(c.user + c.system - spent); return r; };
    const r1 = await cpu(0, () => a(req("/auth/csrf"))); const { csrfToken } = await jar.take(r1).json(); const body = `csrfToken=${csrfToken}`;
    const st = jar.take(await cpu(1, () => a(req("/auth/signin/op", jar.h, { method: "POST", body, headers: [["content-type","application/x-www-form-urlencoded"],["content-length",String(body.length)],["origin",O]] as any }))));
    const an = await f(st.headers.get("location")!); const loc = an.headers.get("location")!;
    jar.take(await cpu(2, () => a(req(loc.slice(O.length), jar.h)))); }
    for (const s of stages) { s.splice(0, 300); s.sort((x,y)=>x-y); console.log("stage", [.02,.1,.25,.5].map((q) => s[Math.floor(s.length*q)])); } Deno.exit(); }
  const flow = async (a: any) => { const jar = new Jar(); const { csrfToken } = await jar.take(await a(req("/auth/csrf"))).json(); const body = `csrfToken=${csrfToken}`;
    const st = jar.take(await a(req("/auth/signin/op", jar.h, { method: "POST", body, headers: [["content-type","application/x-www-form-urlencoded"],["content-length",String(body.length)],["origin",O]] as any })));
    const an = await f(st.headers.get("location")!);
    const loc = an.headers.get("location")!;
    const r = jar.take(await a(req(loc.slice(O.length), jar.h))); if (!jar.m.has(salt)) throw new Error("oidc " + r.headers.get("location")); };
  const meas = async (name: string, work: () => Promise<unknown>) => { if (only && !name.includes(only)) return; for (let i = 0; i < 100; i++) await work(); if (Deno.env.get("PROF")) return await profile(name, work, 600);
    const s: number[] = []; for (let r = 0; r < reps * 10; r++) { spent = 0; const c0 = process.cpuUsage(); for (let i = 0; i < 4; i++) await work(); const c = process.cpuUsage(c0); s.push((c.user + c.system - spent) / 4); }
    s.sort((a, b) => a - b); console.log(name.padEnd(26), [.02,.1,.25,.5].map((q) => s[Math.floor(s.length*q)]!.toFixed(1).padStart(8)).join("")); };
  const a = call(cfg()); await meas("oidc later", () => flow(a)); await meas("oidc first", () => flow(call(cfg()))); }
