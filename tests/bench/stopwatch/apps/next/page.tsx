import { Suspense } from "react";
import { auth } from "@/auth";

async function Greeting() {
  const session = await auth();
  return session ? `Hello ${session.user?.name}` : "Go to /api/auth/signin";
}

export default function Home() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  );
}
