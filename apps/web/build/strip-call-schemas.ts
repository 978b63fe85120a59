import type { Plugin } from 'vite';

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number };
type IdentifierNode = SyntaxNode & { readonly name?: string };
type PropertyNode = SyntaxNode & { readonly key?: IdentifierNode };
type DeclarationNode = SyntaxNode & {
  readonly declaration?: DeclarationNode;
  readonly declarations?: readonly { readonly init: SyntaxNode | null }[];
};
type CallExpression = SyntaxNode & {
  readonly callee: IdentifierNode;
  readonly arguments: readonly (SyntaxNode & { properties?: PropertyNode[] })[];
};

/** The fields of a call's definition that the browser reads; the other fields are for the server and for the types. */
const clientPropertyNames = new Set(['method', 'path', 'upload']);

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
        ...replaceUnusedArguments(program, unneededRanges),
        ...program.body.flatMap((statement) => markConstantsAsPure(statement as DeclarationNode)),
      ];
      const text = edits
        .sort((a, b) => b.start - a.start)
        .reduce(
          (remainingText, textEdit) =>
            remainingText.slice(0, textEdit.start) + textEdit.text + remainingText.slice(textEdit.end),
          code,
        );
      return { code: text, map: null };
    },
  };
}

/** Finds every call of the function `call` inside the node. */
function findCalls(node: unknown): CallExpression[] {
  return findNodes<CallExpression>(node, 'CallExpression').filter(({ callee }) => callee.name === 'call');
}

type FunctionDeclarationNode = SyntaxNode & {
  readonly id: IdentifierNode | null;
  readonly params: readonly IdentifierNode[];
};

/**
 * Functions of the contract define several calls of one kind, with texts as arguments that only the server reads. When
 * the reduced definition no longer reads a parameter of a function that defines calls, the arguments for this parameter
 * become 0.
 */
function replaceUnusedArguments(program: unknown, unneededRanges: readonly Edit[]): Edit[] {
  const isRemoved = ({ start, end }: SyntaxNode): boolean =>
    unneededRanges.some((removedRange) => removedRange.start <= start && end <= removedRange.end);
  const definingFunctions = findNodes<FunctionDeclarationNode>(program, 'FunctionDeclaration').filter(
    (each) => findCalls(each).length > 0,
  );
  return definingFunctions.flatMap((definingFunction) => {
    const identifiersRead = findNodes<IdentifierNode>(definingFunction, 'Identifier').filter(
      (each) => !definingFunction.params.includes(each) && !isRemoved(each),
    );
    const areParametersUnread = definingFunction.params.map(
      (param) => param.type === 'Identifier' && !identifiersRead.some(({ name }) => name === param.name),
    );
    return findNodes<CallExpression>(program, 'CallExpression')
      .filter(({ callee }) => callee.name !== undefined && callee.name === definingFunction.id?.name)
      .flatMap((functionCall) =>
        functionCall.arguments.filter(({ type }, index) => areParametersUnread[index] === true && type === 'Literal'),
      )
      .map(({ start, end }) => ({ start, end, text: '0' }));
  });
}

function findNodes<Kind extends SyntaxNode>(node: unknown, type: string): Kind[] {
  if (Array.isArray(node)) return node.flatMap((each) => findNodes<Kind>(each, type));
  if (typeof node !== 'object' || node === null) return [];
  const matchingNodes = (node as SyntaxNode).type === type ? [node as Kind] : [];
  return [...matchingNodes, ...Object.values(node).flatMap((each) => findNodes<Kind>(each, type))];
}

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** Marks the constants of a module as free of side effects, so that the bundler can remove unused constants. */
function markConstantsAsPure(statement: DeclarationNode): Edit[] {
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
    if (property.type !== 'Property' || clientPropertyNames.has(property.key?.name ?? '')) return [];
    const nextProperty = properties[index + 1];
    return [{ start: property.start, end: nextProperty?.start ?? property.end, text: '' }];
  });
}
