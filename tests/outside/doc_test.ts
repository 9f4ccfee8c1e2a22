/**
 * The documentation that `deno doc` and JSR show.
 *
 * @module
 */

import { assertEquals } from "@std/assert";

Deno.test("deno doc: the first overload of Auth() returns a Response", async () => {
  const args = ["doc", "--json", "mod.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  // deno-lint-ignore no-explicit-any -- a large tree of which one leaf is read
  const [mod]: any[] = Object.values(JSON.parse(new TextDecoder().decode(stdout)).nodes);
  // deno-lint-ignore no-explicit-any -- see above
  const auth = mod.symbols.find(({ name }: any) => name === "Auth");
  const { repr, value } = auth.declarations[0].def.returnType;
  assertEquals([repr, value.typeParams[0].repr], ["Promise", "Response"]);
});
