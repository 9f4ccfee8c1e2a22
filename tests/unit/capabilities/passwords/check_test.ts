import { assertEquals, assertStringIncludes } from "@std/assert";

/** In a process of its own, whose globals are those of Cloudflare Workers. */
async function onWorkers(...args: string[]): Promise<{ status: number; lines: string[] }> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      new URL("../../config/_workers.ts", import.meta.url).pathname,
      ...args,
    ],
    stderr: "inherit",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("checkPasswords() refuses Cloudflare Workers without scrypt, and names the flag", async () => {
  const { status, lines: [line, ...others] } = await onWorkers();
  assertEquals([status, others], [500, []]);
  assertStringIncludes(line!, '"password"');
  assertStringIncludes(line!, 'compatibility_flags = ["nodejs_compat"]');
});

Deno.test("checkPasswords() accepts Cloudflare Workers with scrypt", async () => {
  assertEquals(await onWorkers("scrypt"), { status: 200, lines: [] });
});
