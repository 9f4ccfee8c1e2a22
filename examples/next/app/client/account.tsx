"use client";

import { signIn, signOut, useSession } from "@x/auth/next/react";
import { useState } from "react";

export function Account() {
  const { data: session, status, update } = useSession();
  const [problem, setProblem] = useState("");
  if (status === "loading" && !session) return <p>Loading</p>;
  if (session) {
    return (
      <main>
        <p>Hello {session.user?.name}</p>
        <button onClick={() => update({ name: "Countess" })}>Rename</button>
        <button onClick={() => signOut({ redirect: false })}>Sign out</button>
      </main>
    );
  }
  return (
    <main>
      <p>You are not signed in</p>
      {problem && <p role="alert">{problem}</p>}
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const { username, password } = Object.fromEntries(new FormData(event.currentTarget));
          const answer = await signIn("credentials", { username, password, redirect: false });
          setProblem(answer?.error ? `${answer.error}:${answer.code}` : "");
        }}
      >
        <label>
          User <input name="username" />
        </label>
        <label>
          Password <input name="password" type="password" />
        </label>
        <button>Sign in</button>
      </form>
      <button onClick={() => signIn("op", { redirectTo: "/client" })}>
        Sign in with OpenID Connect
      </button>
    </main>
  );
}
