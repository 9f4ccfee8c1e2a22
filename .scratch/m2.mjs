import * as nc from "node:crypto";
const key = nc.randomBytes(64); const mk = nc.createSecretKey(key.subarray(0,32)), ck = nc.createSecretKey(key.subarray(32));
const input = nc.randomBytes(420); const iv = new Uint8Array(16); const ct = nc.createCipheriv("aes-256-cbc", ck, iv); const enc = new Uint8Array(Buffer.concat([ct.update("x".repeat(180)), ct.final()]));
const raw8 = new Uint8Array(key.subarray(0,32)); const rawc = new Uint8Array(key.subarray(32));
const T={}; function t(name, f, n = 800) { T[name]=[f,n]; }
t("createHmac keyobject", () => nc.createHmac("sha512", mk).update(input).digest());
t("createHmac raw", () => nc.createHmac("sha512", raw8).update(input).digest());
const ip = new Uint8Array(128).fill(0x36), op = new Uint8Array(128).fill(0x5c); for (let i=0;i<32;i++){ ip[i]=0x36^raw8[i]; op[i]=0x5c^raw8[i]; }
const inner = nc.createHash("sha512").update(ip), outer = nc.createHash("sha512").update(op);
t("hash copy", () => outer.copy().update(inner.copy().update(input).digest()).digest());
t("decipher utf8 keyobj", () => { const d = nc.createDecipheriv("aes-256-cbc", ck, iv); return d.update(enc, undefined, "utf8") + d.final("utf8"); });
t("decipher utf8 raw", () => { const d = nc.createDecipheriv("aes-256-cbc", rawc, iv); return d.update(enc, undefined, "utf8") + d.final("utf8"); });
t("decipher latin1 raw", () => { const d = nc.createDecipheriv("aes-256-cbc", rawc, iv); return d.update(enc, undefined, "latin1") + d.final("latin1"); });
const td = new TextDecoder();
t("decipher bytes concat", () => { const d = nc.createDecipheriv("aes-256-cbc", rawc, iv); const a = d.update(enc), b = d.final(); const u = new Uint8Array(a.length+b.length); u.set(a); u.set(b,a.length); return td.decode(u); });
t("decipher raw nopad one block", () => { const d = nc.createDecipheriv("aes-256-cbc", rawc, iv); d.setAutoPadding(false); const a = d.update(enc); d.final(); return td.decode(a.subarray(0, a.length - a[a.length-1])); });
t("cipher keyobj", () => { const d = nc.createCipheriv("aes-256-cbc", ck, iv); const a = d.update("x".repeat(180),"utf8"), b = d.final(); return a.length+b.length; });
t("cipher raw", () => { const d = nc.createCipheriv("aes-256-cbc", rawc, iv); const a = d.update("x".repeat(180),"utf8"), b = d.final(); return a.length+b.length; });
t("timingSafeEqual", () => nc.timingSafeEqual(raw8, raw8));
t("getRandomValues", () => crypto.getRandomValues(new Uint8Array(16)));
t("randomUUID", () => crypto.randomUUID());
t("empty createDecipher raw", () => nc.createDecipheriv("aes-256-cbc", rawc, iv));
t("sha256 hex", () => nc.createHash("sha256").update("a".repeat(96)).digest("hex"));
if (nc.hash) t("sha256 hash()", () => nc.hash("sha256", "a".repeat(96), "hex"));
const best={}; for (let r=0;r<60;r++) for (const k in T){ const [f,n]=T[k]; if(!r) for(let i=0;i<n*3;i++) f(); const s=performance.now(); for (let i=0;i<n;i++) f(); best[k]=Math.min(best[k]??1e9,(performance.now()-s)*1000/n); }
for (const k in best) console.log(k.padEnd(32), best[k].toFixed(2));
