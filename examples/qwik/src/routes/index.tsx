import { component$ } from "@builder.io/qwik";
import { useSession } from "./plugin@auth";

export default component$(() => {
  const session = useSession();
  return (
    <main>
      <p>{session.value?.user ? `Hello ${session.value.user.name}` : "You are not signed in"}</p>
      <a href="/dashboard">Dashboard</a> <a href="/login">Sign in</a> <a href="/client">Client</a>
    </main>
  );
});
