import { component$, useSignal } from "@builder.io/qwik";
import { useSession, useSignIn, useSignOut } from "../plugin@auth";

export default component$(() => {
  const session = useSession();
  const signIn = useSignIn();
  const signOut = useSignOut();
  const username = useSignal("");
  const password = useSignal("");
  if (session.value?.user) {
    return (
      <main>
        <p>{`Hello ${session.value.user.name}`}</p>
        <button onClick$={() => signOut.submit({ redirectTo: "/client" })}>Sign out</button>
      </main>
    );
  }
  return (
    <main>
      <p>Nobody is signed in</p>
      {signIn.value?.failed && <p role="alert">{signIn.value.formErrors.join(", ")}</p>}
      <label>
        User <input bind:value={username} />
      </label>
      <label>
        Password <input bind:value={password} type="password" />
      </label>
      <button
        onClick$={() =>
          signIn.submit({
            providerId: "credentials",
            options: {
              redirectTo: "/client",
              username: username.value,
              password: password.value,
            },
          })}
      >
        Sign in
      </button>
      <button onClick$={() => signIn.submit({ providerId: "op", redirectTo: "/client" })}>
        Sign in with OpenID Connect
      </button>
    </main>
  );
});
