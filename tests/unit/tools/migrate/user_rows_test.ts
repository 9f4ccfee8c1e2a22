/**
 * Readers of exported files: what a row becomes, also of files that are cut, hostile or huge.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { AuthError } from "../../../../src/errors.ts";
import type { ExportFile } from "../../../../src/tools/migrate/export_file.ts";
import { readJsonList } from "../../../../src/tools/migrate/json_rows.ts";
import { readClerk, readCsv, readJsonLines } from "../../../../src/tools/migrate/user_rows.ts";

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** A file in parts of so many bytes. */
function* inParts(text: string, size: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a file as a whole, and in parts that end anywhere. */
async function readEach<T>(read: (file: ExportFile) => AsyncIterable<T>, text: string) {
  const whole = await all(read(text));
  for (const size of [1, 2, 7, 4096]) assertEquals(await all(read(inParts(text, size))), whole);
  return whole;
}

Deno.test("readers: CSV has quotes, line breaks and any order of columns", async () => {
  const text = "\ufeffName,email, EMAIL_VERIFIED ,account:github,account:google,passwordHash\n" +
    '"Ada, ""the""\nCountess",ada@example.com,t,1,,$2b$04$x\n\n' +
    "Zoë,zoe@example.com,2020-01-31T12:00:00Z,,,\n" +
    "short,row\n" +
    ",bob@example.com,0,,x y,";
  assertEquals(await readEach(readCsv, text), [
    {
      line: 2,
      name: 'Ada, "the"\nCountess',
      email: "ada@example.com",
      emailVerified: true,
      password: { hash: "$2b$04$x" },
      accounts: [{ provider: "github", providerAccountId: "1" }],
    },
    { line: 5, name: "Zoë", email: "zoe@example.com", emailVerified: "2020-01-31T12:00:00Z" },
    { line: 6, unreadable: "It has 2 columns in place of 6" },
    {
      line: 7,
      email: "bob@example.com",
      emailVerified: false,
      accounts: [{ provider: "google", providerAccountId: "x y" }],
    },
  ]);
  const lines = ["id,name", "1,Ada", '2,"a', 'b"', "3,", ""].join("\r\n");
  assertEquals(await readEach(readCsv, lines), [
    { line: 2, id: "1", name: "Ada" },
    { line: 3, id: "2", name: "a\nb" },
    { line: 5, id: "3" },
  ]);
  assertEquals(await all(readCsv("")), []);
  assertEquals(await all(readCsv("email\n")), []);
});

Deno.test("readers: a column that an import does not know is refused, unless it is ignored", async () => {
  const text = "id,role,toString\n1,admin,x\n";
  await assertRejects(() => all(readCsv(text)), AuthError, 'there is no column "role"');
  await assertRejects(() => all(readCsv(text, { ignore: ["role"] })), AuthError, '"toString"');
  assertEquals(await all(readCsv(text, { ignore: ["role", "toString"] })), [{ line: 2, id: "1" }]);
  const flags = ["createdAt", "email", "emailVerified", "id", "image", "name", "passwordHash"];
  for (const name of [...flags, "suspended", "secondFactor"]) {
    for (const other of [name.toUpperCase(), `${name.slice(0, 1)}_${name.slice(1)}`]) {
      const file = `${name},${other}\ntrue,false\n`;
      await assertRejects(() => all(readCsv(file)), AuthError, "two columns are");
      assertEquals((await all(readCsv(file, { ignore: [other] }))).length, 1);
    }
  }
  await assertRejects(() => all(readCsv("id,id\n1,2\n")), AuthError, "names a column twice");
});

Deno.test("readers: CSV that is none says where, and a quote that never ends fills no memory", async () => {
  await assertRejects(() => all(readCsv('id\n1\n"2\n3\n')), AuthError, "before line 4");
  let sent = 0;
  function* endless() {
    yield 'id\n"';
    for (; sent < 1000; sent++) yield "x".repeat(64 * 1024);
  }
  await assertRejects(() => all(readCsv(endless())), AuthError, "a quote that is open");
  assert(sent < 200, `${sent} parts were read`);
});

Deno.test("readers: lines of JSON, of which one that is wrong does not stop the rest", async () => {
  const long = `{"name":"${"x".repeat(1024 * 1024)}"}`;
  const text = `\ufeff{"email":"a@example.com","plan":1}\r\n\n[]\n{"email":\n${long}\n{"id":"2"}`;
  const read = (file: ExportFile) => readJsonLines(file, { ignore: ["plan"] });
  const expected = [
    { line: 1, email: "a@example.com" },
    { line: 3, unreadable: "It is no object of JSON" },
    { line: 4, unreadable: "It is no JSON" },
    { line: 5, unreadable: "It has over 1048576 characters" },
    { line: 6, id: "2" },
  ];
  assertEquals(await all(read(text)), expected);
  assertEquals(await all(read(inParts(text, 4096))), expected);
  await assertRejects(() => all(read([new Uint8Array([0x7b, 0xff])])), AuthError, "not UTF-8");
});

Deno.test("readers: a line in many parts is not copied for each of them", async () => {
  const { split } = String.prototype;
  let copied = 0;
  const text = `{"name":"${"x".repeat(200_000)}"}\n{"id":"2"}`;
  try {
    String.prototype.split = function (this: string, ...args: [string]) {
      copied += this.length;
      return Reflect.apply(split, this, args);
    } as typeof split;
    assertEquals((await all(readJsonLines(inParts(text, 64)))).length, 2);
  } finally {
    String.prototype.split = split;
  }
  assert(copied < 2 * text.length, `${copied} characters were split`);
});

Deno.test("readers: a file of Clerk that begins with very many spaces is refused", async () => {
  const text = `${" ".repeat(1024 * 1024 + 4096)}[{"id":"1"}]`;
  await assertRejects(() => all(readClerk(inParts(text, 4096))), AuthError, "spaces");
  assertEquals((await all(readClerk(inParts(text.slice(8192), 4096)))).length, 1);
});

Deno.test("readers: the objects of a list of JSON, one at a time", async () => {
  const row = { a: '}{][\\" "', b: [{ c: {} }] };
  const text = `{ "users": [\n${JSON.stringify(row, null, 1)},\n{"x":"ö😀"},{"a" 1}\n]}\n`;
  const expected = [
    { line: 2, value: row },
    { line: 10, value: { x: "ö😀" } },
    { line: 10, unreadable: "It is no JSON" },
  ];
  assertEquals(await readEach(readJsonList, text), expected);
  const list = `[${JSON.stringify(row)}, {}]`;
  assertEquals(await readEach(readJsonList, list), [{ line: 1, value: row }, {
    line: 1,
    value: {},
  }]);
  assertEquals(await all(readJsonList("[]")), []);
  const cut = ["", "[", '[{"a":1}', '{"users":[{"a":', '[{"a":"]}', "users", "<html>", '["'];
  for (const text of cut) await assertRejects(() => all(readJsonList(text)), AuthError);
  const others = [
    '{"other":[{"a":1}],"users":[{"b":1}],"more":[{"c":1}],"d":{"users":[{"e":1}]}}',
    '{"x":"users","list":[{"a":1}],"users" :\n[{"b":1}],"y":{"z":[{"users":[]}]}}',
    '{"a,\\"users":[{"a":1}],"users":[{"b":1}]}',
  ];
  for (const text of others) {
    assertEquals((await readEach(readJsonList, text)).map((row) => "value" in row && row.value), [{
      b: 1,
    }]);
  }
  for (const end of ["{", "[]", "]", ',"users":[{"a":1}]', '{"users":[{"a":2}]}', "x", '"']) {
    for (const text of ['{"users":[{"a":1}]} ', "[] "]) {
      for (const size of [1, 4096]) {
        const read = () => all(readJsonList(inParts(text + end, size)));
        await assertRejects(read, AuthError, "goes on after its end");
      }
    }
  }
  for (const text of ["{}", '{"people":[{"a":1}]}', '{"users":{"a":{"b":1}}}']) {
    await assertRejects(() => all(readJsonList(text)), AuthError, 'no list "users"');
  }
  const long = `[{"a":"${"x".repeat(1024 * 1024)}"},{"b":1}]`;
  assertEquals(await all(readJsonList(inParts(long, 4096))), [
    { line: 1, unreadable: "It has over 1048576 characters" },
    { line: 1, value: { b: 1 } },
  ]);
});
