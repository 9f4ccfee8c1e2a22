import { auth } from "../auth";

export default async function Home() {
  const session = await auth();
  return (
    <main>
      <p>{session?.user ? `Hello ${session.user.name}` : "You are not signed in"}</p>
      <a href="/dashboard">Dashboard</a> <a href="/login">Sign in</a> <a href="/client">Client</a>
    </main>
  );
}
