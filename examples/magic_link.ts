// AUTH_SECRET=… deno run --allow-net --allow-env examples/magic_link.ts
//
// Emails are printed here. To send them, set
// EMAIL_SERVER=smtps://user:password@mail.example:465 and change `from`.
import { DenoAuth } from "@x/auth/deno";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import Nodemailer, { terminal } from "@x/auth/providers/nodemailer";

const { handler, auth } = DenoAuth({
  adapter: MemoryAdapter(), // data is lost when the process ends
  providers: [
    Nodemailer({
      name: "Email",
      server: Deno.env.get("EMAIL_SERVER") ?? terminal,
      from: "App <no-reply@app.example>",
      maxAge: 60 * 60,
      code: true, // for people who read the email on another device
    }),
  ],
  callbacks: {
    // Called before the email is sent; `false` refuses.
    signIn: ({ user }) => !user.email?.endsWith("@blocked.example"),
  },
});

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? `Hello ${session.user?.email}` : "Go to /auth/signin");
}));
