import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { fetchHoldings, Positions, type Holdings } from "../../features/positions/index.ts";

interface Loaded {
  readonly holdings?: Holdings;
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: { holdings?: Holdings } = {};
  await context.get(dispatchContext)(
    loadBehindSignIn(async (dispatch) => {
      const holdings = await dispatch(fetchHoldings()).catch(() => undefined);
      if (holdings) loaded.holdings = holdings;
    }),
  );
  return loaded;
};

/** What the accounts hold. */
export function Component() {
  const loaded = useLoaderData<Loaded | undefined>();
  return <Positions given={loaded?.holdings} />;
}
