import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eclipse.jdt.core.refactoring.descriptors.ChangeMethodSignatureDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.ExtractInterfaceDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.ExtractSuperclassDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.JavaRefactoringDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.MoveDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.MoveMethodDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.MoveStaticMembersDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.PullUpDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.PushDownDescriptor;
import org.eclipse.jdt.core.refactoring.descriptors.RenameJavaElementDescriptor;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;
import org.eclipse.ltk.internal.core.refactoring.RefactoringSessionReader;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads a refactoring script with Eclipse's reader, and lets its descriptors check the arguments of every step. */
public class EclipseScript {
    static final Set<String> OWN = Set.of("id", "project", "description", "comment", "flags", "stamp");

    public static void main(String[] args) throws Exception {
        try (InputStream in = new FileInputStream(args[0])) {
            int read = new RefactoringSessionReader(true, null).readSession(new InputSource(in)).getRefactorings().length;
            System.out.println("read " + read);
        }
        NodeList steps = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(args[0]))
            .getElementsByTagName("refactoring");
        Map<String, Integer> told = new TreeMap<>();
        boolean bad = false;
        for (int i = 0; i < steps.getLength(); i++) {
            Element step = (Element) steps.item(i);
            String id = step.getAttribute("id");
            String verdict = verdict(id, step);
            bad |= verdict.startsWith("refused");
            told.merge(verdict + "  " + id, 1, Integer::sum);
        }
        told.forEach((what, times) -> System.out.println(times + " " + what));
        System.exit(bad ? 1 : 0);
    }

    static String verdict(String id, Element step) {
        Map<String, String> arguments = new HashMap<>();
        NamedNodeMap all = step.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            if (!OWN.contains(all.item(i).getNodeName())) {
                arguments.put(all.item(i).getNodeName(), all.item(i).getNodeValue());
            }
        }
        try {
            JavaRefactoringDescriptor made = make(id, step, arguments);
            if (made == null) {
                return "not Eclipse's";
            }
            RefactoringStatus status = made.validateDescriptor();
            return status.isOK() ? "valid" : "refused: " + status;
        } catch (IllegalStateException e) {
            return "needs a workspace";
        } catch (RuntimeException e) {
            return "refused: " + e.getMessage();
        }
    }

    static JavaRefactoringDescriptor make(String id, Element step, Map<String, String> arguments) {
        String project = step.getAttribute("project");
        String description = step.getAttribute("description");
        int flags = Integer.parseInt(step.getAttribute("flags"));
        if (id.startsWith("org.eclipse.jdt.ui.rename.")) {
            return new RenameJavaElementDescriptor(id, project, description, "", arguments, flags);
        }
        return switch (id) {
            case "org.eclipse.jdt.ui.move" -> new MoveDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.move.static" ->
                new MoveStaticMembersDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.move.method" ->
                new MoveMethodDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.pull.up" -> new PullUpDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.push.down" -> new PushDownDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.change.method.signature" ->
                new ChangeMethodSignatureDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.extract.interface" ->
                new ExtractInterfaceDescriptor(project, description, "", arguments, flags);
            case "org.eclipse.jdt.ui.extract.superclass" ->
                new ExtractSuperclassDescriptor(project, description, "", arguments, flags);
            default -> null;
        };
    }
}
