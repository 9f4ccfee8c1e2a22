// AUTH_SECRET=… deno run --allow-net --allow-env examples/credentials.ts
//
// Open http://localhost:8000/auth/signin; the password is below.
import { CredentialsSignin, DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";

/** Shown on the sign-in page as `?error=CredentialsSignin&code=wrong_password`. */
class WrongPassword extends CredentialsSignin {
  override code = "wrong_password";
}

const { handler, auth } = DenoAuth({
  providers: [
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      authorize({ password }) {
        if (password !== "correct horse battery staple") throw new WrongPassword();
        return { id: "1", name: "Ada" };
      },
    }),
  ],
});

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? `Hello ${session.user?.name}` : "Go to /auth/signin");
}));
