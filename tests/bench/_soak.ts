/**
 * Starts the soak in a process of its own, whose garbage collector can be called.
 *
 * @module
 */

/** Runs the soak, which prints its own lines. */
export async function runSoak(): Promise<void> {
  const program = new URL("soak.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--v8-flags=--expose-gc", program];
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("Cannot finish the soak: its process failed");
}
