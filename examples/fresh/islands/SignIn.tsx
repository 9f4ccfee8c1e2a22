import { useState } from "preact/hooks";
import { getSession, signIn } from "@x/auth/client";

/** Signs in without leaving the page. Render it as `<SignIn />` in any route. */
export default function SignIn() {
  const [message, setMessage] = useState("");

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    const result = await signIn("credentials", { ...fields, redirect: false });
    const session = result?.error ? null : await getSession();
    setMessage(session?.user ? `Hello ${session.user.name}` : "Sign-in failed");
  }

  return (
    <form onSubmit={submit}>
      <label>
        User <input name="username" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      <button type="submit">Sign in</button>
      <button type="button" onClick={() => signIn("op", { redirectTo: "/dashboard" })}>
        Sign in with OpenID Connect
      </button>
      <p role="status">{message}</p>
    </form>
  );
}
