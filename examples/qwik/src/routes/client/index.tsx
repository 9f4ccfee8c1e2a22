import { component$ } from "@builder.io/qwik";
import { useSession, useSignIn, useSignOut } from "../plugin@auth";

export default component$(() => {
  const session = useSession();
  const signIn = useSignIn();
  const signOut = useSignOut();
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
      <p>You are not signed in</p>
      {signIn.value?.failed && <p role="alert">{signIn.value.formErrors.join(", ")}</p>}
      <form
        preventdefault:submit
        onSubmit$={async (_, form) => {
          const fields = Object.fromEntries(new FormData(form));
          const options = { ...fields, redirectTo: "/client" };
          await signIn.submit({ providerId: "credentials", options });
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
      <button onClick$={() => signIn.submit({ providerId: "op", redirectTo: "/client" })}>
        Sign in with OpenID Connect
      </button>
    </main>
  );
});
