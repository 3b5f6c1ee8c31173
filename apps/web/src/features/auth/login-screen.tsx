import { Suspense } from "react";
import { late } from "../../ui/late.ts";

/** Signed-in users don't need this code. */
const load = () => import("./sign-in.tsx");
const SignIn = late(load);

/** What signed-out visitors see in place of a page. `LoginScreen.load` fetches its code, for the loader of a page. */
export function LoginScreen() {
  return (
    <div data-login-screen="">
      <Suspense>
        <SignIn />
      </Suspense>
    </div>
  );
}

LoginScreen.load = load;
