import { useSubmission } from "@solidjs/router";
import { login, logout } from "../login";

export default function Login() {
  const submission = useSubmission(login);
  const refused = () => {
    const result = submission.result;
    return result && "refused" in result ? `Refused: ${result.refused}` : "";
  };
  return (
    <main>
      <form action={login} method="post">
        <label>
          User <input name="username" />
        </label>
        <label>
          Password <input name="password" type="password" />
        </label>
        <button type="submit">Sign in</button>
      </form>
      <p role="status">{refused()}</p>
      <form action={logout} method="post">
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}
