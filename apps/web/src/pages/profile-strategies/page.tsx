import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { fetchStanding, Strategies, type LoadedStrategies } from "../../features/strategies/index.ts";

interface Loaded {
  readonly strategies?: LoadedStrategies;
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: { strategies?: LoadedStrategies } = {};
  await context.get(dispatchContext)(
    loadBehindSignIn(async (dispatch) => {
      const strategies = await dispatch(fetchStanding()).catch(() => undefined);
      if (strategies) loaded.strategies = strategies;
    }),
  );
  return loaded;
};

/** The strategies. */
export function Component() {
  const loaded = useLoaderData<Loaded | undefined>();
  return <Strategies given={loaded?.strategies} />;
}
