import { Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import './faq-page.css';

/** The four entries of the specification (section 2), each opening and closing by itself. */
export function FaqPage(): ReactElement {
  return (
    <main id="main" className="wrap qa" tabIndex={-1}>
      <div className="qa__lead">
        <h1>Q&amp;A</h1>
        <p>Four questions, four short answers.</p>
      </div>
      <div>
        <Entry question="What are the different ways to manage a state in a React application?" open>
          <p>
            Keep state in the component that uses it with <code>useState</code> or <code>useReducer</code>. Lift it to
            the nearest shared parent when two components need it. Put slow-moving, app-wide values in context. Leave
            server data to a query cache, and the page's filters to the URL.
          </p>
        </Entry>
        <Entry question="How does prototypical inheritance work?">
          <p>
            Every object has a link to another object, its prototype. When a property is not found on the object, the
            lookup follows that link, and the next, until it finds the property or reaches <code>null</code>. Classes
            are a tidier way of writing the same chain.
          </p>
        </Entry>
        <Entry question="What is a unit test? Why should we write unit tests?">
          <p>
            A unit test checks one small piece of code on its own: given this, expect that. It finds mistakes close to
            where they were made, documents what the code promises, and lets you change the inside without fear for the
            outside.
          </p>
        </Entry>
        <Entry question="React vs. Angular vs. Vue?">
          <p>
            React is a view library and leaves routing and data to you. Angular is a full framework with its own
            opinions on both. Vue sits between the two, with single-file components and an official router and store.
          </p>
        </Entry>
      </div>
    </main>
  );
}

type EntryProps = { question: string; open?: boolean; children: ReactNode };

function Entry({ question, open = false, children }: EntryProps): ReactElement {
  return (
    <details open={open}>
      <summary>
        {question}
        <Icon of={Plus} />
      </summary>
      <div>{children}</div>
    </details>
  );
}
