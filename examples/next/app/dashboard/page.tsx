import { redirect } from "next/navigation";
import { auth, signOut, unstable_update } from "../../auth";

export default async function Dashboard() {
  const session = await auth();
  // The proxy checks too, but a page must not rely on it.
  if (!session?.user) redirect("/login");
  return (
    <main>
      <p>Hello {session.user.name}</p>
      <form
        action={async (form: FormData) => {
          "use server";
          await unstable_update({ user: { name: String(form.get("name")) } });
          redirect("/dashboard");
        }}
      >
        <label>
          New name <input name="name" required />
        </label>
        <button>Update</button>
      </form>
      <form
        action={async () => {
          "use server";
          await signOut({ redirectTo: "/" });
        }}
      >
        <button>Sign out</button>
      </form>
    </main>
  );
}
