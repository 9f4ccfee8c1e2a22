import { component$ } from "@builder.io/qwik";
import { Form, type RequestHandler } from "@builder.io/qwik-city";
import { useSession, useSignOut } from "../plugin@auth";

export const onRequest: RequestHandler = ({ sharedMap, redirect, url }) => {
  if (sharedMap.get("session")?.user) return;
  throw redirect(302, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`);
};

export default component$(() => {
  const session = useSession();
  const signOut = useSignOut();
  return (
    <main>
      <p>{`Hello ${session.value?.user?.name}`}</p>
      <Form action={signOut}>
        <input type="hidden" name="redirectTo" value="/" />
        <button>Sign out</button>
      </Form>
    </main>
  );
});
