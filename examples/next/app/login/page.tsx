import { redirect } from "next/navigation";
import { AuthError, CredentialsSignin } from "@x/auth/next";
import { signIn } from "../../auth";

interface Props {
  searchParams: Promise<{ error?: string }>;
}

export default async function Login({ searchParams }: Props) {
  const { error } = await searchParams;
  return (
    <main>
      {error && <p role="alert">{error}</p>}
      <form
        action={async (form: FormData) => {
          "use server";
          form.set("redirectTo", "/dashboard");
          try {
            await signIn("credentials", form);
          } catch (error) {
            // Redirects are thrown as well.
            if (!(error instanceof AuthError)) throw error;
            const code = error instanceof CredentialsSignin ? error.code : "";
            redirect(`/login?error=${error.type}:${code}`);
          }
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
      <form
        action={async () => {
          "use server";
          await signIn("op", { redirectTo: "/dashboard" });
        }}
      >
        <button>Sign in with OpenID Connect</button>
      </form>
    </main>
  );
}
