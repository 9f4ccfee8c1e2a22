"use client";

import { createAuthClient } from "better-auth/react";

const { signIn, useSession } = createAuthClient();

export default function Home() {
  const { data } = useSession();
  if (data) return <p>Hello {data.user.name}</p>;
  const start = () => signIn.social({ provider: "op", callbackURL: "/" });
  return <button onClick={start}>Sign in</button>;
}
