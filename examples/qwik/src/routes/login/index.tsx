import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useSignIn } from "../plugin@auth";

export default component$(() => {
  const signIn = useSignIn();
  return (
    <main>
      {signIn.value?.failed && <p role="alert">{signIn.value.formErrors.join(", ")}</p>}
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="options.redirectTo" value="/dashboard" />
        <label>
          User <input name="options.username" />
        </label>
        <label>
          Password <input name="options.password" type="password" />
        </label>
        <button>Sign in</button>
      </Form>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="op" />
        <input type="hidden" name="options.redirectTo" value="/dashboard" />
        <input type="hidden" name="authorizationParams.ui_locales" value="en" />
        <button>Sign in with OpenID Connect</button>
      </Form>
    </main>
  );
});
