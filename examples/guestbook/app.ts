// AUTH_SECRET=… deno run --allow-net --allow-env examples/guestbook/app.ts
//
// Open http://localhost:8000/auth/guestbook, and sign in as ada with the password lovelace.
import { DenoAuth } from "@x/auth/deno";
import { MemoryRecords } from "@x/auth/records/memory";
import Credentials from "@x/auth/providers/credentials";
import { Guestbook } from "./guestbook.ts";

const { handler } = DenoAuth({
  providers: [
    Credentials({
      credentials: {
        username: { label: "User" },
        password: { label: "Password", type: "password" },
      },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }),
  ],
  records: MemoryRecords(),
  capabilities: { guestbook: Guestbook({ key: crypto.randomUUID() }) },
});

Deno.serve(handler(() => Response.redirect("http://localhost:8000/auth/guestbook", 303)));
