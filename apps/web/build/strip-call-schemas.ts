import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Key = Node & { readonly name?: string };
type Property = Node & { readonly key?: Key };
type Declaration = Node & {
  readonly declaration?: Declaration;
  readonly declarations?: readonly { readonly init: Node | null }[];
};
type CallExpression = Node & {
  readonly callee: Key;
  readonly arguments: readonly (Node & { properties?: Property[] })[];
};

/** The fields of a call's definition that the browser reads; the others are for the server and for the types. */
const keptProperties = new Set(['method', 'path', 'upload']);

/**
 * A Vite plugin that reduces every `call({ … })` of the contract to the fields that a client reads. The schemas and the
 * validator are then unused, so the browser's files omit them: the server validates, and types are checked before the
 * build.
 */
export function stripCallSchemas(contractRoot: string): Plugin {
  return {
    name: 'strip-call-schemas',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.startsWith(contractRoot)) return null;
      const program = this.parse(code);
      const unneededRanges = findCalls(program).flatMap(findUnneededRanges);
      const edits = [
        ...unneededRanges,
        ...argumentsWithoutUse(program, unneededRanges),
        ...program.body.flatMap((statement) => findMarkComments(statement as Declaration)),
      ];
      const text = edits
        .sort((a, b) => b.start - a.start)
        .reduce((rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end), code);
      return { code: text, map: null };
    },
  };
}

/** Finds every call of the function `call` inside the node. */
function findCalls(node: unknown): CallExpression[] {
  return findNodes<CallExpression>(node, 'CallExpression').filter(({ callee }) => callee.name === 'call');
}

type FunctionDeclarationNode = Node & {
  readonly id: Key | null;
  readonly params: readonly Key[];
};

/**
 * Functions of the contract define several calls of one kind, with texts as arguments that only the server reads. When
 * the reduced definition no longer reads a parameter of such a function, the arguments for this parameter become 0.
 */
function argumentsWithoutUse(program: unknown, unneededRanges: readonly Edit[]): Edit[] {
  const isCut = ({ start, end }: Node): boolean => unneededRanges.some((cut) => cut.start <= start && end <= cut.end);
  const callDefinition = findNodes<FunctionDeclarationNode>(program, 'FunctionDeclaration').filter(
    (each) => findCalls(each).length > 0,
  );
  return callDefinition.flatMap((defined) => {
    const read = findNodes<Key>(defined, 'Identifier').filter((each) => !defined.params.includes(each) && !isCut(each));
    const unread = defined.params.map(
      (param) => param.type === 'Identifier' && !read.some(({ name }) => name === param.name),
    );
    return findNodes<CallExpression>(program, 'CallExpression')
      .filter(({ callee }) => callee.name !== undefined && callee.name === defined.id?.name)
      .flatMap((use) => use.arguments.filter(({ type }, index) => unread[index] === true && type === 'Literal'))
      .map(({ start, end }) => ({ start, end, text: '0' }));
  });
}

function findNodes<Kind extends Node>(node: unknown, type: string): Kind[] {
  if (Array.isArray(node)) return node.flatMap((each) => findNodes<Kind>(each, type));
  if (typeof node !== 'object' || node === null) return [];
  const ownNodes = (node as Node).type === type ? [node as Kind] : [];
  return [...ownNodes, ...Object.values(node).flatMap((each) => findNodes<Kind>(each, type))];
}

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Inserts marks that the constants of a module are free of side effects, so that the bundler can remove unused
 * constants.
 */
function findMarkComments(statement: Declaration): Edit[] {
  const { declarations = [] } = statement.declaration ?? statement;
  return declarations.flatMap(({ init }) =>
    init === null
      ? []
      : [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        ],
  );
}

function findUnneededRanges(call: CallExpression): Edit[] {
  const properties = call.arguments[0]?.properties ?? [];
  return properties.flatMap((property, index) => {
    if (property.type !== 'Property' || keptProperties.has(property.key?.name ?? '')) return [];
    const next = properties[index + 1];
    return [{ start: property.start, end: next?.start ?? property.end, text: '' }];
  });
}
