import { type FlowPath, type StepNode, type StepsOptions, useSteps } from "@x/auth/solid";
import { Index, type JSX, Show, splitProps } from "solid-js";
import { Dynamic } from "solid-js/web";
import "@x/auth/components.css";
import "./auth.css";

/** The steps that the service asks for. What a step has is decided there, and drawn here. */
export function Steps(props: StepsOptions & { path: FlowPath }) {
  const [own, options] = splitProps(props, ["path"]);
  const { root, drawing } = useSteps(own.path, { ...options });
  return (
    <div ref={root} {...drawing().attributes}>
      <Show when={drawing().key + 1} keyed>
        {(_key) => (
          <div>
            <Nodes nodes={drawing().nodes} />
          </div>
        )}
      </Show>
    </div>
  );
}

function Nodes(props: { nodes: readonly StepNode[] }): JSX.Element {
  return <Index each={props.nodes}>{(node) => <Node node={node()} />}</Index>;
}

/** Draws an element. Add a `<Show>` for each part that your app draws in its own way. */
function Node(props: { node: StepNode }): JSX.Element {
  const element = () => typeof props.node === "string" ? undefined : props.node;
  return (
    <Show when={element()?.tag} keyed fallback={props.node as string}>
      {(tag) => (
        <Dynamic component={tag} data-part={element()?.part} {...element()?.attributes}>
          <Nodes nodes={element()?.children ?? []} />
        </Dynamic>
      )}
    </Show>
  );
}
