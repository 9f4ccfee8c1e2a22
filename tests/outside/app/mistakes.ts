/** Compiled separately: exactly the marked lines are errors. */
import { Auth, type AuthConfig } from "@x/auth";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import GitHub from "@x/auth/providers/github";
import { defineAuth } from "@x/auth/server";

const config: AuthConfig = {
  providers: [GitHub({ clientID: "x" })], // error
  secret: 1, // error
  adapter: { getUser: () => 1 }, // error
};
Auth("https://app.example", config); // error
MemoryAdapter({}).getUser!(1); // error
defineAuth({ providers: [GitHub] }).signIn(new Request("https://app.example"), 1); // error
