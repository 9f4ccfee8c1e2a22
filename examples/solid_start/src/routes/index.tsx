import { createAsync } from "@solidjs/router";
import { signIn, signOut } from "@x/auth/solid-start/client";
import { Show } from "solid-js";
import { readSession } from "../session";

export default function Home() {
  const session = createAsync(() => readSession(), { deferStream: true });
  return (
    <main>
      <Show
        when={session()?.user}
        fallback={
          <>
            <p>You are not signed in</p>
            <button onClick={() => signIn("op", { redirectTo: "/dashboard" })}>
              Sign in with OpenID Connect
            </button>
          </>
        }
      >
        {(user) => (
          <>
            <p>{`Hello ${user().name}`}</p>
            <button onClick={() => signOut()}>Sign out</button>
          </>
        )}
      </Show>
    </main>
  );
}
