import { Session } from "node:inspector/promises";
const s = new Session(); s.connect();
export async function profile(name: string, work: () => Promise<unknown>, n: number) {
  await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 100 }); await s.post("Profiler.start");
  for (let i = 0; i < n; i++) await work();
  const { profile } = await s.post("Profiler.stop") as any;
  const self = new Map<string, number>(); const lines = new Map<string, number>(); const total = profile.samples.length;
  for (const x of profile.nodes) { const f = x.callFrame; const k = `${f.functionName || "(anon)"} ${f.url.split("/").slice(-2).join("/")}:${f.lineNumber + 1}`; self.set(k, (self.get(k) ?? 0) + x.hitCount);
    if (f.url.includes("/work/main")) for (const p of x.positionTicks ?? []) { const l = `${f.url.split("/").slice(-2).join("/")}:${p.line}`; lines.set(l, (lines.get(l) ?? 0) + p.ticks); } }
  console.log("== profile " + name); 
  const top = (m: Map<string, number>, c: number) => { for (const [k, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, c)) console.log((v * 100 / total).toFixed(1).padStart(6), k); };
  top(self, 24); console.log("-- lines"); top(lines, 24);
}
