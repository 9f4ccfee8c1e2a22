import process from "node:process"; import * as nc from "node:crypto";
const kp = await crypto.subtle.generateKey({name:"RSASSA-PKCS1-v1_5",modulusLength:2048,publicExponent:new Uint8Array([1,0,1]),hash:"SHA-256"},true,["sign","verify"]);
const jwk = await crypto.subtle.exportKey("jwk", kp.publicKey); const data = new Uint8Array(700); const sig = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", kp.privateKey, data);
const imp = () => crypto.subtle.importKey("jwk", jwk, {name:"RSASSA-PKCS1-v1_5",hash:"SHA-256"}, true, ["verify"]); const key = await imp();
const ko = nc.createPublicKey({key: jwk as any, format:"jwk"});
async function t(name: string, f: () => Promise<unknown> | unknown) { for (let i=0;i<200;i++) await f(); const s:number[]=[]; for (let r=0;r<100;r++){ const c=process.cpuUsage(); for(let i=0;i<20;i++) await f(); const d=process.cpuUsage(c); s.push((d.user+d.system)/20);} s.sort((a,b)=>a-b); console.log(name.padEnd(30), s[5]!.toFixed(1), s[50]!.toFixed(1)); }
await t("importKey", imp); await t("verify", () => crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, sig, data)); await t("node verify", () => nc.verify("sha256", data, ko, new Uint8Array(sig))); await t("node createPublicKey", () => nc.createPublicKey({key: jwk as any, format:"jwk"}));
await t("Request+fetch-like", async () => { const r = new Response(new Uint8Array(1500), {headers:{"content-type":"application/json"}}); return await r.arrayBuffer(); });
await t("structuredClone", () => structuredClone(jwk));
await t("setTimeout+clear", () => clearTimeout(setTimeout(()=>{}, 10000)));
await t("AbortController", () => new AbortController());
await t("new Response(copy)", () => new Response(new Uint8Array(1500), {status:200,headers:new Headers({"content-type":"application/json","cache-control":"no-store"})}));
